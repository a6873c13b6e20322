import type { Inputs } from '../model/inputs.ts';
import type { RunState } from '../model/outcome.ts';
import { nameInput, perFrontend } from '../text/frontend.ts';

/** Says which inputs have no effect with the command. */
export function noteUnusedInputs({ command, ...inputs }: Inputs, state: RunState): void {
  if (inputs.submit && (command === 'create' || command === 'update')) {
    const setting = perFrontend('submit: true', '--submit');
    state.warn(`${setting} does nothing with ${command}: only deploy and submit send for review.`);
  }
  if (inputs.diff && command !== 'deploy' && command !== 'update') {
    const what = 'only deploy and update compare the texts of the folder with the draft';
    state.notice(`${nameInput('diff')} has no effect: ${what}.`);
  }
  if (command === 'submit' || (command === 'deploy' && inputs.submit)) return;
  const unused = [
    ...(inputs.termsVersion === '' ? [] : ['terms-version']),
    ...(inputs.waitForReviewMinutes === 0 || command === 'status' ? [] : ['wait-for-review']),
  ];
  for (const name of unused)
    state.notice(`${nameInput(name)} has no effect: this run sends nothing for review.`);
}

/**
 * Warns where `comment` has no effect: a list is about no single app, and not every event about a
 * pull request.
 */
export function noteUnusedComment(
  { command, comment }: Inputs,
  pullRequest: number | null,
  state: RunState,
): void {
  if (!comment) return;
  if (command === 'list') {
    state.warn('comment: true does nothing with list: a comment is about one app.');
  } else if (pullRequest === null) {
    state.warn('comment: true does nothing here: this run is not about a pull request.');
  }
}
