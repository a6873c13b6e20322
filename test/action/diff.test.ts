import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startGithub } from '../integration/github/fake-github.ts';
import { appFiles, concurrency, onPullRequest, openDeployed, otherPage, plays, type Scenario, slug } from './stage.ts';

const read = `GET /api/miniapps/${slug} 200`;
const deployed = [read, 'POST /api/miniapps/deploy 200', read];
const diff = { diff: 'true' };
const dry = { ...diff, 'dry-run': 'true' };
const newLine = /```diff\n@@ -4,6 \+4,7 @@\n[^`]*\n <body>\n\+<p>New<\/p>\n[^`]*\n```/;

const scenarios: Readonly<Record<string, Scenario>> = {
  'a dry run shows the lines that differ in the summary and in the log': {
    state: 'draft',
    files: otherPage,
    inputs: dry,
    requests: [read],
    summary: newLine,
    output: /::group::Text changes\nindex\.html\n@@ -4,6 \+4,7 @@\n[^:]*\n\+<p>New<\/p>\n[^:]*\n::endgroup::/,
  },
  'a deploy shows them in the summary, and asks for no more than without': {
    state: 'draft',
    files: otherPage,
    inputs: diff,
    requests: deployed,
    summary: newLine,
    output: /^(?!.*<p>New)/s,
  },
  'an update shows those of the fields that it sends': {
    state: 'draft',
    files: { ...otherPage, 'app/assets/style.css': 'body { color: red }\n' },
    inputs: { ...diff, command: 'update' },
    requests: [read, `PATCH /api/miniapps/${slug} 200`, read],
    summary: /\+<p>New<\/p>(?![\s\S]*color: red)/,
  },
  'a run that is refused shows them too': {
    state: 'in_review',
    files: otherPage,
    inputs: diff,
    requests: [read],
    exitCode: 1,
    summary: newLine,
  },
  'without the input none is shown': {
    state: 'draft',
    files: otherPage,
    inputs: { 'dry-run': 'true' },
    requests: [read],
    summary: /^(?![\s\S]*<p>New)/,
    output: /^(?!.*<p>New)/s,
  },
  'nothing is shown where nothing differs': {
    state: 'draft',
    inputs: diff,
    requests: [read],
    outputs: { outcome: 'unchanged' },
    summary: /^(?![\s\S]*(?:```|texts))/,
  },
  'a page of 10 MB is named, as are pictures, and files that come and go': {
    state: 'draft',
    files: {
      'app/index.html': appFiles['app/index.html'].replace('<body>', `<body>${'a line\n'.repeat(1_500_000)}`),
      'app/assets/dot.png': Buffer.from('89504e470d0a1a0a0000000d49484453', 'hex'),
      'app/assets/new.css': 'a{}\n',
    },
    inputs: dry,
    requests: [read],
    summary: new RegExp(
      [
        '### How the texts differ from the draft\n\nNot shown line by line: <code>index\\.html</code> \\(changed, 11 MB\\)',
        '<code>assets/dot\\.png</code> \\(changed, 16 B\\)',
        '<code>assets/new\\.css</code> \\(added, 4 B\\)\\.',
      ].join(', '),
    ),
  },
  'a command that compares nothing says that the input has no effect': {
    state: 'draft',
    inputs: { ...diff, command: 'status' },
    requests: [read],
    output: /::notice title=tides%3A Notice::diff has no effect/,
  },
};

describe('diff', { concurrency }, () => {
  for (const [name, scenario] of Object.entries(scenarios)) test(name, plays(scenario));

  test('never goes into the comment of a pull request', async () => {
    await using github = await startGithub(({ method }) => ({ status: 200, body: method === 'GET' ? [] : { id: 1 } }));
    await using stage = await openDeployed();
    await stage.write(otherPage);
    const inputs = { ...dry, comment: 'true', 'github-token': 'token' };
    const { summary } = await stage.run(inputs, onPullRequest(github));
    const { body } = (github.asked.at(-1)?.body ?? { body: '' }) as { readonly body: string };
    assert.match(summary ?? '', newLine);
    assert.match(body, /^<!-- miniapp-deploy/);
    assert.doesNotMatch(body, /<p>|texts|```/);
  });
});
