// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are GitHub's expressions
import type { ErrorCode } from '../src/errors.ts';
import type { InputFault } from '../src/inputs/inputs.ts';

/** The parts of docs/troubleshooting.md that list error codes. */
export type Section = 'inputs' | 'folder' | 'state' | 'service' | 'network' | 'run';

/** What docs/troubleshooting.md says about an error beyond the error itself, in Markdown. */
export interface Explanation {
  readonly section: Section;
  /** Why it happens. */
  readonly why: string;
  /** How to find the cause, and what to do about it. */
  readonly check: string;
}

/** The codes of errors in a command line, and of a runtime that does not fit. */
type CommandLineCode = 'command_unknown' | 'option_unknown' | 'unsupported_runtime';

// Errors that share a row.
const wrongWord: Explanation = {
  section: 'inputs',
  why: 'A typo, or a word of another tool.',
  check:
    '`miniapp-deploy --help` lists the commands, `miniapp-deploy deploy --help` the options of one.',
};
const wrongFolder: Explanation = {
  section: 'folder',
  why: 'The input names a file, a place outside the checkout, or one that must not be published, such as the whole workspace with its `.git`.',
  check:
    '`folder` is the folder that has `index.html`, such as `app` or `dist`; `.` only if the app is all that the repository has.',
};
const unreadable: Explanation = {
  section: 'folder',
  why: 'The user of the step may not read it, as after a container step that ran as root; or a file changed while it was read.',
  check:
    '`ls -l` in a step before this one shows the owner. A watcher or a parallel build must not write into the folder during the step.',
};
const oddName: Explanation = {
  section: 'folder',
  why: 'The service takes names that work in an address and on every system. Archives made on Windows may have others.',
  check: '`git ls-files -z FOLDER | cat -v` shows the odd characters.',
};
const brokenExchange: Explanation = {
  section: 'network',
  why: 'The network or a proxy ended the exchange. Reads were tried again; before a change was sent again, the app was read ([when](reliability.md#the-rules-of-evidence)).',
  check:
    'A proxy that limits the size or the time of an upload shows in its log. Compare with a small folder.',
};

/** The explanation of each error, in the order of the page. Neighbors with one text share a row. */
export const explanations: Readonly<Record<ErrorCode | InputFault | CommandLineCode, Explanation>> =
  {
    invalid_inputs: {
      section: 'inputs',
      why: 'An input has a value that it cannot have, or one that the command needs is empty. `${{ vars.X }}` and `${{ secrets.X }}` are empty, not an error, if `X` does not exist.',
      check:
        'The message lists every invalid input. [action.yml](../action.yml) has what each one takes; Settings → Secrets and variables → Actions shows what exists. A key is refused with quotes around it, `NAME=` in front of it, or spaces in it. A secret cannot be read back, so store it again with `gh secret set MINIAPPS_API_KEY`, which asks for the value: paste nothing but the key.',
    },
    key_missing: {
      section: 'inputs',
      why: 'The secret has another name, belongs to an environment that the job does not name, or the workflow runs in a fork, or for a push by [Dependabot](#good-to-know).',
      check:
        '`gh secret list` (with `--env NAME` for an environment, `--app dependabot` for Dependabot). On a terminal, set `MINIAPPS_API_KEY`.',
    },
    slug_invalid: {
      section: 'inputs',
      why: 'A slug is the last part of the address of the app, not its name or the whole address: 3 to 32 lowercase letters, digits and hyphens.',
      check: '`miniapp-deploy list` shows the slugs of your apps.',
    },
    terms_missing: {
      section: 'inputs',
      why: 'A submission accepts the developer terms, and only the owner of the account can do that. So the version has no default.',
      check:
        'Submit once with `terms-version: unknown`: the error names the version, and nothing is submitted. From `${{ vars.MINIAPPS_TERMS_VERSION }}`, a re-run takes a changed value without a commit.',
    },
    command_unknown: wrongWord,
    option_unknown: wrongWord,
    unsupported_runtime: {
      section: 'inputs',
      why: 'The Node that starts the command is older than the one in `engines` of its package.',
      check: '`node --version`; a setup-node step or `npx --package=node@24` gives another one.',
    },
    pattern_invalid: {
      section: 'inputs',
      why: 'A pattern of `include`, `exclude` or `folder` has so many alternatives in braces that matching would take minutes.',
      check:
        '`miniapp-deploy check FOLDER --exclude PATTERN` tries it offline. Simple patterns such as `*.map` and `drafts/**` are usually enough.',
    },
    offline_problems: {
      section: 'folder',
      why: 'The action checks the folder before it sends anything, with the rules of the service document.',
      check:
        'The annotations and the end of the log have file, line and fix. `miniapp-deploy check FOLDER` finds the same before a push.',
    },
    folder_missing: {
      section: 'folder',
      why: 'Paths begin at the root of the repository, whatever `working-directory` is. A build folder exists only after the build, in the same job.',
      check:
        'Add `- run: ls -a` before the step. With artifacts, compare `path` of the download with `folder`.',
    },
    folder_not_a_folder: wrongFolder,
    folder_outside_workspace: wrongFolder,
    folder_not_allowed: wrongFolder,
    folder_unreadable: unreadable,
    file_unreadable: unreadable,
    folder_empty: {
      section: 'folder',
      why: 'Everything was excluded: by `include` or `exclude`, or because only hidden files, `node_modules` and credentials are there.',
      check:
        'The log lists what was excluded and why. An `include` without `**` matches only one level.',
    },
    folder_too_large: {
      section: 'folder',
      why: 'The folder has more files, or more levels of folders, than the action reads. Mostly it is the project instead of the build, or `node_modules` under another name.',
      check:
        '`find FOLDER -type f | cut -d/ -f1-3 | sort | uniq -c | sort -n | tail` shows where most files are.',
    },
    name_not_utf8: oddName,
    name_not_allowed: oddName,
    field_unreadable: {
      section: 'folder',
      why: '`create` and `update` send texts as fields of JSON, so they must be UTF-8 and of a limited size.',
      check: '`file app/index.html` shows the encoding; `deploy` sends every file as it is.',
    },
    in_review: {
      section: 'state',
      why: 'Any change of the content ends the review, and the place in the queue is lost. So the step fails unless you decide.',
      check:
        'The address of the app and `command: status` show since when. With `on-in-review: skip` a push stays green until the result, with `replace` the newest content is reviewed.',
    },
    unknown_state: {
      section: 'state',
      why: 'The service shows a status that its document does not have. It may be a review, so the action does not touch it, unless `on-in-review` is `replace`.',
      check: 'Read the status in the log, and see whether a newer release of the action knows it.',
    },
    taken_down: {
      section: 'state',
      why: 'The platform removed a published app. A new submission does not bring it back.',
      check: 'If the reviewer left a note, the summary shows it; support can tell what to change.',
    },
    final_not_approved: {
      section: 'state',
      why: 'A rejection is final in this service: the status belongs to the slug, not to the content.',
      check:
        '[Change the slug](#good-to-know); the old app stays as a draft that only its owner sees.',
    },
    draft_differs: {
      section: 'state',
      why: "With a `folder`, `submit` sends only what was deployed from it, so that nobody else's content is reviewed.",
      check: '`miniapp-deploy plan FOLDER --slug SLUG --diff` shows the lines.',
    },
    app_missing: {
      section: 'state',
      why: 'The slug has a typo, the key is from another account, or nobody has created the app. The service answers alike in all three cases.',
      check:
        'In a run of one app, the error lists the apps of the key. If yours is not among them, it is the key or the slug.',
    },
    app_exists: {
      section: 'state',
      why: '`create` never replaces an app, so that a typo in the slug cannot overwrite another one.',
      check: '`command: status` shows what the app is.',
    },
    too_many_apps: {
      section: 'state',
      why: 'The service allows 20 apps for each account. Previews of pull requests count too.',
      check: '`command: list` shows all; `preview.yml` deletes those whose pull request is closed.',
    },
    stale: {
      section: 'state',
      why: '`on-stale: fail`, and the branch has moved since the commit of this run, as in a re-run of an old one.',
      check: 'The Actions page shows whether a run for the newest commit deploys.',
    },
    folder_rejected: {
      section: 'service',
      why: 'The service checks more than the offline check can: it alone knows all its rules.',
      check:
        'Each problem has the file and, if the service names one, the line. Problems that are found offline are listed with them.',
    },
    field_rejected: {
      section: 'service',
      why: 'A value of `service.json` is too long, or has a form that the service does not take.',
      check:
        'The message of the service names the field, such as `tagline`; `miniapp-deploy check FOLDER` checks the known ones.',
    },
    terms_required: {
      section: 'service',
      why: 'The terms have changed since `terms-version` was set, or YAML has changed the value: it reads `2026.10` without quotes as the number 2026.1.',
      check:
        'The error has both versions: the one that this step sent and the one that the service asks for. The log of the step shows the value as YAML read it.',
    },
    not_approved: {
      section: 'service',
      why: 'The service refused the submission because this slug was rejected before.',
      check: '`command: status` shows the note. [Change the slug](#good-to-know).',
    },
    address_taken: {
      section: 'service',
      why: 'A slug is unique in the whole service, and another account has it.',
      check:
        'Open the address of the app. For an app of your own, compare the accounts of the two keys.',
    },
    conflict: {
      section: 'service',
      why: 'Two runs change one app at once, or its status does not allow this change.',
      check:
        'Give the job a `concurrency` group for each app, as the recipes do; `command: status` shows the status.',
    },
    not_found: {
      section: 'service',
      why: 'The service document does not say how a missing app differs from one of another account.',
      check: '`command: list` with the same key shows whether the key can access the app.',
    },
    not_the_service: {
      section: 'service',
      why: 'A login page, a firewall or a gateway answered: the body is not an error of the service.',
      check:
        '`curl -i BASE_URL/api/miniapps` from a step of the same job shows who answers. A path in `base-url` counts.',
    },
    unauthorized: {
      section: 'service',
      why: 'The key was revoked or replaced, or the secret has a typo or a key of another service. White space at its ends does not matter.',
      check:
        '`miniapp-deploy list` with the key in a terminal. If it works there, set the secret again: `gh secret set MINIAPPS_API_KEY`.',
    },
    forbidden: {
      section: 'service',
      why: 'The key is valid, but not for this app or this change.',
      check: '`command: list` shows what the key may access.',
    },
    too_large: {
      section: 'service',
      why: 'The service limits one request. Files that are not text grow by a third, because they are sent as base64.',
      check:
        'The details of the summary have the size, and the list of changes begins with the largest files.',
    },
    too_many_changes: {
      section: 'service',
      why: 'The service counts the changes of an account in each minute, whichever workflow makes them.',
      check:
        'A matrix of apps runs at once: `max-parallel: 2`, or one step with [several apps](several-apps.md), which takes turns.',
    },
    service_error: {
      section: 'service',
      why: 'The service is down, or fails on this request only. The action has tried again for as long as it may.',
      check:
        'If other apps deploy, the fault is in this request. Debug logging shows it: send it to support.',
    },
    redirected: {
      section: 'service',
      why: 'The service has a new address. The key must not follow to another host.',
      check: '`curl -sI BASE_URL/api/miniapps` shows the `Location`.',
    },
    refused: {
      section: 'service',
      why: 'A status that the service document does not have.',
      check:
        'The message quotes the response; [the doctor](doctor.md) compares the service with the document.',
    },
    connection_refused: {
      section: 'network',
      why: 'Nothing accepts connections at this host and port, often because a service of the job is still starting.',
      check:
        '`curl -v BASE_URL` from the same job. A container of `services:` needs a health check.',
    },
    nothing_listens: {
      section: 'network',
      why: '`base-url` names this machine, and no program listens on this port.',
      check: '`npx miniapp-sandbox` in another terminal prints its address.',
    },
    host_not_found: {
      section: 'network',
      why: 'A typo in the host, or a name that only an internal DNS server knows.',
      check:
        '`nslookup HOST` on the machine that runs the job. For an internal host, use a self-hosted runner.',
    },
    connection_failed: {
      section: 'network',
      why: 'A firewall drops the packets, or the network has no route.',
      check:
        '`curl -v --connect-timeout 5 BASE_URL`. Hosted runners have many addresses, so an allowlist of a few needs a self-hosted runner.',
    },
    connection_lost: brokenExchange,
    attempt_timeout: brokenExchange,
    tls: {
      section: 'network',
      why: 'The certificate has expired, is for another name, or is signed by an authority that Node does not know, as with a proxy that inspects traffic.',
      check: '`openssl s_client -connect HOST:443 -servername HOST` shows the chain.',
    },
    proxy: {
      section: 'network',
      why: 'The proxy of the environment answers with an error or not at all.',
      check: '`curl -v -x "$HTTPS_PROXY" BASE_URL` in a step of the job.',
    },
    proxy_refused: {
      section: 'network',
      why: 'The address in HTTPS_PROXY is not one, or the proxy wants a login.',
      check:
        '`@`, `:` and `/` in a password must be percent-encoded. A host in `NO_PROXY` is reached without the proxy.',
    },
    response_unreadable: {
      section: 'network',
      why: 'The body is not JSON, or JSON of something else: a page of a gateway, for example.',
      check:
        '`curl -i` with the address in the message, in a step of the same job, shows what answers.',
    },
    response_too_large: {
      section: 'network',
      why: 'A read of the app has more bytes than any app of the service can have.',
      check: 'The service or a gateway is at fault; the message has the limit.',
    },
    unverified: {
      section: 'run',
      why: 'A change was sent, and then the connection, the service or the run ended before a read could show it. The action does not guess.',
      check:
        '`command: status` or the address of the app shows what is there now. A second run reads first, and sends nothing if the change has arrived.',
    },
    deadline: {
      section: 'run',
      why: 'The run took longer than it may: many apps, a large upload, or a service that kept asking it to wait.',
      check:
        'The details of the summary list every wait; debug logging has the time of every request.',
    },
    cancelled: {
      section: 'run',
      why: 'A person, a newer run of the same `concurrency` group, or the limit of the job ended it.',
      check:
        'The page of the run names who or what. `cancel-in-progress: false` lets a deploy finish.',
    },
    dry_run: {
      section: 'run',
      why: 'A dry run was about to send a change, and was stopped.',
      check: 'The log with debug logging shows the request; a report needs it.',
    },
    bug: {
      section: 'run',
      why: 'The action has met something that it does not expect.',
      check:
        'The lines below the error show where. The issue form of this repository asks for what else is needed.',
    },
  };
