import { sendsForReview } from '../inputs/inputs.ts';
import type { Run } from '../run/run.ts';
import { nameInput, perFrontend } from '../text/frontend.ts';

/** Returns warnings about the connection to the service, which all apps of a run share. */
export function listConnectionWarnings({ inputs, context, isOffline }: Run): readonly string[] {
  const { baseUrl } = inputs;
  if (isOffline || baseUrl === null) return [];
  const warnings: string[] = [];
  if (baseUrl.droppedPath !== undefined) {
    const name = nameInput('base-url');
    warnings.push(
      `${name} is used without ${baseUrl.droppedPath} at its end, which each request adds: set it to ${baseUrl.origin}${baseUrl.path}.`,
    );
  }
  if (context.trustsAllCertificates && baseUrl.origin.startsWith('https:')) {
    warnings.push(
      'NODE_TLS_REJECT_UNAUTHORIZED is 0, so anybody between this machine and the service can read the API key: unset it, and set NODE_EXTRA_CA_CERTS for a certificate authority of your own.',
    );
  }
  return warnings;
}

/** Adds warnings and notices about inputs that have no effect in this run. */
export function noteUnusedInputs({ inputs, context, report }: Run): void {
  const { command } = inputs;
  if (inputs.comment && command === 'list') {
    report.warn('comment: true does nothing with list: a comment is about one app.');
  } else if (inputs.comment && context.pullRequest === null) {
    report.warn('comment: true does nothing here: this run is not about a pull request.');
  }
  if (inputs.submit && (command === 'create' || command === 'update')) {
    const setting = perFrontend('submit: true', '--submit');
    report.warn(`${setting} does nothing with ${command}: only deploy and submit send for review.`);
  }
  const hasContent = command === 'deploy' || (command === 'submit' && inputs.folder !== '');
  if (inputs.manifest !== '' && !hasContent) {
    const reason = 'only deploy, and submit with a folder, know which files were accepted';
    report.notice(`${nameInput('manifest')} has no effect: ${reason}.`);
  }
  if (inputs.diff && command !== 'deploy' && command !== 'update') {
    const reason = 'only deploy and update compare the texts of the folder with the draft';
    report.notice(`${nameInput('diff')} has no effect: ${reason}.`);
  }
  if (sendsForReview(inputs)) return;
  const reason = 'this run sends nothing for review';
  if (inputs.termsVersion !== '') {
    report.notice(`${nameInput('terms-version')} has no effect: ${reason}.`);
  }
  if (inputs.waitForReviewMinutes > 0 && command !== 'status') {
    report.notice(`${nameInput('wait-for-review')} has no effect: ${reason}.`);
  }
}
