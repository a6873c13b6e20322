/**
 * The scripts of release.yml and released.yml, and of the last job of ci.yml, in bash: with a repository in a
 * temporary folder, a `gh` and a registry that keep a state in files and refuse what GitHub and npm
 * refuse.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { type Contexts, evaluateText } from '../../../scripts/runner/expressions.ts';
import { writeFiles } from '../../action/stage.ts';
import { writeCommand } from '../../support/fake-gh/state.ts';
import { readText } from '../../support/repository.ts';

/** The scripts run on Linux: they need its bash and its tools. */
const skip = process.platform !== 'linux';

type Texts = Readonly<Record<string, string>>;
interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly run?: string;
  readonly env?: Texts;
}
interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly env?: Texts; readonly steps: readonly Step[] }>
  >;
}

/** The state before a script runs. */
interface Scene {
  /** Files of the state of `gh` and npm. */
  readonly state?: Texts;
  /** Files of the repository. */
  readonly work?: Texts;
  /** git commands after the first commit on main; omitted if a script needs no repository. */
  readonly git?: readonly string[];
  /** The manifests of the packages that the first job has made. */
  readonly packages?: readonly object[];
  readonly contexts?: Contexts;
  readonly tag?: string;
}

const gh = `
echo "gh $*" >> "$STATE/calls"
last() { for last; do :; done; echo "$last"; }
case "$1 $2" in
  'run list') cat "$STATE/passed/$4" ;;
  'run download') mkdir -p "$(last "$@")" && cp "$STATE/artifacts/$5"/* "$(last "$@")" ;;
  'release view') cat "$STATE/release" ;;
  'release create') test ! -e "$STATE/release" && echo true > "$STATE/release" ;;
  'release upload')
    test "$(cat "$STATE/release")" = true || { echo 'an immutable release takes no file'; exit 1; }
    for file; do if test -f "$file"; then basename "$file" >> "$STATE/uploaded"; fi; done ;;
  'release verify') test -e "$STATE/immutable" ;;
  'api repos/octo/action/git/ref/tags/v1') test -e "$STATE/tags/v1" ;;
  'api --method')
    case "$3 $4" in
      'PATCH repos/octo/action/git/refs/tags/v1') test -e "$STATE/tags/v1" ;;
      'POST repos/octo/action/git/refs') test ! -e "$STATE/tags/v1" ;;
      *) false ;;
    esac ;;
  *) echo "not known here: gh $*"; exit 1 ;;
esac`;

/**
 * A fake npm. It refuses to stage if it is too old, and refuses a package without repository, a
 * workflow that may not stage, an existing or staged version, "latest" for a lower version, and a
 * range as a tag. The state "may" has the allowed actions of the trusted publisher.
 */
const npm = `
refuse() { echo "npm error code $1" >&2; echo "npm error $2" >&2; exit 1; }
if test "$1" = --version; then cat "$STATE/npm-version"; exit; fi
test ! -e "$STATE/down" || refuse ECONNREFUSED
if test "$1" = view; then
  test -e "$STATE/npm/$2" || refuse E404
  cat "$STATE/npm/$2.json"
  exit
fi
allowed=publish
if test "$1" = stage; then shift; allowed=stage; fi
test "$1 $3 $4 $5 $6" = 'publish --ignore-scripts --provenance --access public' || refuse EUSAGE
tag=latest
if test "$7" = --tag; then tag=$8; fi
read -r name version url < <(tar -xOf "$2" package/package.json | jq -r '"\\(.name) \\(.version) \\(.repository.url)"')
test -e "$STATE/npm/$name" || refuse E404
test "$url" = git+https://github.com/octo/action.git || refuse E422
if grep -Fqx "$version" "$STATE/npm/$name"; then refuse E403; fi
if grep -Eq '^v?[0-9]' <<< "$tag"; then refuse ETAG; fi
newest=$( (cat "$STATE/npm/$name"; echo "$version") | sort -V | tail -n 1)
if test "$tag" = latest && test "$newest" != "$version"; then refuse ELATEST; fi
echo 'npm notice Signed provenance statement'
grep -q "$allowed" "$STATE/may" || refuse E403 '403 Forbidden - OIDC permission denied for this action'
if grep -q "^$name@$version " "$STATE/staged"; then refuse E409 "409 Conflict - Cannot stage previously published version"; fi
echo "$name@$version $tag" >> "$STATE/staged"
echo "+ $name@$version (staged with id 00000000-0000-4000-8000-000000000000)"`;

/** The workflows. */
const workflows: Readonly<Record<'release' | 'released' | 'ci', Workflow>> = {
  release: parse(readText('.github/workflows/release.yml')),
  released: parse(readText('.github/workflows/released.yml')),
  ci: parse(readText('.github/workflows/ci.yml')),
};

/** Plays one script of a workflow, found by its name or its id, and reads what it left. */
async function play(
  workflow: keyof typeof workflows,
  job: string,
  title: string,
  scene: Scene = {},
) {
  const { jobs } = workflows[workflow];
  const step =
    jobs[job]?.steps.find(({ name, id }) => (name ?? id) === title) ?? assert.fail(title);
  await using folder = await mkdtempDisposable(join(tmpdir(), 'release-'));
  const at = (name: string) => join(folder.path, name);
  await writeFiles(at('state'), { calls: '', staged: '', may: 'stage', ...scene.state });
  await writeFiles(at('work'), scene.work ?? { 'page.md': 'A page.\n' });
  await mkdir(at('bin'));
  for (const [name, script] of Object.entries({ gh, npm })) {
    await writeFiles(folder.path, { [`${name}.sh`]: script });
    await writeCommand(at('bin'), name, `exec bash "${at(`${name}.sh`)}" "$@"`);
  }
  const { tag = 'v1.2.3', contexts = {}, packages = [] } = scene;
  const known = { github: { token: 'ghs_1', repository: 'octo/action' }, ...contexts };
  const written = Object.entries({ ...jobs[job]?.env, ...step.env });
  const who = ['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL'];
  const env = {
    ...{
      PATH: `${at('bin')}${delimiter}${process.env['PATH']}`,
      HOME: folder.path,
      STATE: at('state'),
    },
    ...{
      RUNNER_TEMP: at('temp'),
      GITHUB_OUTPUT: at('output'),
      GITHUB_STEP_SUMMARY: at('summary'),
      GITHUB_RUN_ID: '1',
      GITHUB_REF_NAME: tag,
    },
    ...Object.fromEntries(who.map((name) => [name, 'octocat'])),
    ...Object.fromEntries(written.map(([name, value]) => [name, evaluateText(value, known)])),
  };
  const run = (script: string, more: Texts = {}) =>
    spawnSync('bash', ['-e', '-c', script], {
      cwd: at('work'),
      env: { ...env, ...more },
      encoding: 'utf8',
    });
  const start = [
    'init -q -b main',
    'add --all',
    'commit -q -m Start',
    'update-ref refs/remotes/origin/main HEAD',
  ];
  let sha = '0123456789abcdef';
  if (scene.git !== undefined) {
    const commands = [...start, ...scene.git, 'rev-parse HEAD'];
    const ready = run(commands.map((command) => `git ${command}`).join('\n'));
    assert.equal(ready.status, 0, ready.stderr);
    sha = ready.stdout.trim();
  }
  await mkdir(at('state/artifacts/packages'), { recursive: true });
  for (const [index, manifest] of packages.entries()) {
    await writeFiles(at(`packed-${index}`), { 'package/package.json': JSON.stringify(manifest) });
    const archive = at(`state/artifacts/packages/${index}.tgz`);
    execFileSync('tar', ['-C', at(`packed-${index}`), '-czf', archive, 'package']);
  }
  const { status, stdout, stderr } = run(step.run ?? '', { GITHUB_SHA: sha });
  const read = (name: string) =>
    existsSync(at(name)) ? readFileSync(at(name), 'utf8').trim() : '';
  const calls = read('state/calls').replaceAll(folder.path, '').replaceAll(sha, 'SHA');
  return {
    ...{
      ok: status === 0,
      log: stdout + stderr,
      output: read('output').split('\n'),
      calls: calls.split('\n'),
    },
    ...{
      release: read('state/release'),
      uploaded: read('state/uploaded'),
      staged: read('state/staged'),
      summary: read('summary'),
    },
  };
}

/** The packages of the sandbox and of the command, as they are released. */
const sandbox = JSON.parse(
  readText('sandbox/package.json').replaceAll('OWNER/miniapp-deploy', 'octo/action'),
);
const command = {
  name: 'miniapp-deploy',
  version: '1.2.3',
  repository: { url: 'git+https://github.com/octo/action.git' },
};

/** The words of the summary for a version that was staged. */
const approve = /is staged.*npm stage approve 00000000-0000-4000-8000-000000000000/;

/** A package of the release, and the versions of it that npm has already. */
interface StagedPackage {
  readonly manifest: typeof command;
  readonly versions: readonly string[];
  /** The tag that it is staged with; null if it is not staged. */
  readonly tag: string | null;
  /** The words of its line in the summary; null if it has no line. */
  readonly shows: RegExp | null;
}

/** Returns the state of a package in the registry with these versions. */
function toRegistry(name: string, versions: readonly string[]): Texts {
  // npm shows a single version as a text, and several as a list.
  const shown = versions.length === 1 ? versions[0] : versions;
  return {
    [`npm/${name}`]: `${versions.join('\n')}\n`,
    [`npm/${name}.json`]: JSON.stringify(shown),
  };
}

describe('release.yml', { skip }, () => {
  test('the release stops if a file still has the placeholder OWNER', async () => {
    const step = 'The account is named in what is published';
    const own = { '.github/workflows/release.yml': readText('.github/workflows/release.yml') };
    assert.ok((await play('release', 'check', step, { git: [], work: own })).ok);
    const { ok, log } = await play('release', 'check', step, {
      git: [],
      work: { ...own, 'README.md': `uses: ${['OWN', 'ER'].join('')}/action@v1\n` },
    });
    assert.deepEqual(
      [ok, /^README\.md:1:.*$/m.test(log), /::error::.*CONTRIBUTING\.md/.test(log)],
      [false, true, true],
    );
  });

  test('the release stops if the commit is not on main', async () => {
    assert.ok((await play('release', 'check', 'The commit is on main', { git: [] })).ok);
    const git = ['checkout -q -b other', 'commit -q --allow-empty -m Other'];
    assert.equal((await play('release', 'check', 'The commit is on main', { git })).ok, false);
  });

  for (const [ci, dist, expected] of [
    ['1', '1', true],
    ['0', '1', false],
    ['1', '0', false],
  ] as const) {
    test(`the release ${expected ? 'goes on' : 'stops'} if CI has passed ${ci} times and Check dist ${dist} times`, async () => {
      const state = { 'passed/ci.yml': ci, 'passed/check-dist.yml': dist };
      const { ok, calls } = await play(
        'release',
        'check',
        'CI and Check dist passed for this commit on main',
        {
          state,
        },
      );
      assert.equal(ok, expected);
      assert.match(calls[0] ?? '', /--commit SHA --branch main --event push --status success /);
    });
  }

  for (const [tag, others, ...expected] of [
    ['v1.2.3', [], true, true],
    ['v1.2.3', ['v1.10.0'], false, false],
    ['v1.10.0', ['v1.9.0', 'v1', 'v1.11.0-rc.1'], true, true],
    ['v1.2.4', ['v2.0.0', 'v1.2.3'], false, true],
    ['v10.0.0', ['v1.0.0'], true, true],
  ] as const) {
    test(`next to ${others.join(', ') || 'no other tags'}, ${tag} is ${expected[0] ? '' : 'not '}latest and ${expected[1] ? 'moves' : 'does not move'} the major tag`, async () => {
      const git = [tag, ...others].map((name) => `tag ${name}`);
      const latest = await play('release', 'check', 'tags', { git, tag });
      assert.deepEqual([latest.ok, ...latest.output], [true, `is-latest=${expected[0]}`]);
      const major = await play('released', 'verify', 'tags', { git, tag });
      assert.deepEqual([major.ok, ...major.output], [true, `moves-major=${expected[1]}`]);
    });
  }

  test('the workflow makes a draft with its files, completes one, and keeps a published release', async () => {
    const state = {
      'artifacts/sbom.spdx.json/sbom.spdx.json': '{}',
      'artifacts/attestation/attestation.json': '{}',
    };
    const needs = { check: { outputs: { 'is-latest': 'false' } } };
    for (const release of [{}, { release: 'true' }, { release: 'false' }]) {
      const scene = { state: { ...state, ...release }, contexts: { needs } };
      const result = await play('release', 'draft', 'Draft the release', scene);
      const isDone = release.release === 'false';
      assert.deepEqual([result.ok, result.release], [true, String(!isDone)], result.log);
      assert.equal(result.uploaded, isDone ? '' : 'sbom.spdx.json\nminiapp-deploy.intoto.jsonl');
      const words = /Marketplace", do not tick "Set as the latest release", and publish it\.$/;
      assert.match(result.summary, isDone ? /^$/ : words);
    }
    const incomplete = await play('release', 'draft', 'Draft the release', { contexts: { needs } });
    assert.deepEqual([incomplete.ok, incomplete.summary], [false, '']);
  });

  test('a published release that is not immutable stops before the major tag moves', async () => {
    const immutable = { state: { immutable: '' } };
    assert.ok((await play('released', 'verify', 'The release is immutable', immutable)).ok);
    const { ok, log } = await play('released', 'verify', 'The release is immutable');
    assert.deepEqual([ok, /::error::.*CONTRIBUTING\.md/.test(log)], [false, true]);
  });

  test('the release moves the major tag, or creates it', async () => {
    for (const [state, verb] of [
      [{ 'tags/v1': '' }, 'PATCH'],
      [{}, 'POST'],
    ] as const) {
      const { ok, calls } = await play('released', 'move', 'Move the major tag', { state });
      assert.equal(ok, true);
      assert.match(calls.at(-1) ?? '', new RegExp(`--method ${verb} .* sha=SHA`));
    }
  });

  for (const [version, isEnough] of [
    ['11.14.9', false],
    ['9.20.0', false],
    ['11.15.0', true],
    ['12.2.0', true],
  ] as const) {
    test(`the release ${isEnough ? 'goes on' : 'stops before it publishes'} with npm ${version}`, async () => {
      const state = { 'npm-version': version };
      const { ok, log } = await play('release', 'check', 'npm can stage a package', { state });
      assert.deepEqual(
        [ok, /::error::npm must be 11\.15\.0 or later/.test(log)],
        [isEnough, !isEnough],
      );
    });
  }

  test('each version is staged on npm once, and the summary shows how to approve it', async () => {
    const rows: readonly StagedPackage[] = [
      { manifest: { ...command, name: 'new' }, versions: ['1.2.2'], tag: 'latest', shows: approve },
      {
        manifest: { ...command, name: 'published' },
        versions: ['1.2.2', '1.2.3'],
        tag: null,
        shows: null,
      },
      {
        manifest: { ...command, name: 'older-major' },
        versions: ['1.2.2', '2.0.0', '10.0.0'],
        tag: 'latest-1',
        shows: approve,
      },
      {
        manifest: { ...command, name: 'waiting' },
        versions: ['1.2.2'],
        tag: null,
        shows: /npm stage list waiting/,
      },
      { manifest: sandbox, versions: ['0.0.1'], tag: 'latest', shows: approve },
    ];
    const registry = rows.map(({ manifest, versions }) => toRegistry(manifest.name, versions));
    const waiting = 'waiting@1.2.3 latest';
    const state: Texts = Object.assign({ staged: `${waiting}\n` }, ...registry);
    const packages = rows.map(({ manifest }) => manifest);
    const result = await play('release', 'npm', 'Stage the packages', { state, packages });
    assert.ok(result.ok, result.log);
    const staged: string[] = [waiting];
    const lines = result.summary.split('\n');
    for (const { manifest, tag, shows } of rows) {
      const version = `${manifest.name}@${manifest.version}`;
      if (tag !== null) staged.push(`${version} ${tag}`);
      if (shows === null) continue;
      const line = lines.shift() ?? '';
      assert.ok(line.startsWith(`- ${version} `), result.summary);
      assert.match(line, shows);
    }
    assert.deepEqual(lines, []);
    assert.deepEqual(result.staged.split('\n'), staged);
  });

  const known = toRegistry('miniapp-deploy', ['1.0.0']);
  for (const [when, state, manifest, expected] of [
    ['the package does not exist yet', {}, command, /::error::.*by hand[\s\S]*E404/],
    ['the registry does not answer', { down: '' }, command, /ECONNREFUSED/],
    ['npm cannot compare the provenance', known, { ...command, repository: {} }, /E422/],
    [
      'npm lets the workflow only publish',
      { ...known, may: 'publish' },
      command,
      /provenance[\s\S]*::error::.*allows it/,
    ],
  ] as const) {
    test(`no npm package is staged if ${when}`, async () => {
      const scene = { state, packages: [manifest] };
      const { ok, staged, summary, log } = await play(
        'release',
        'npm',
        'Stage the packages',
        scene,
      );
      assert.deepEqual([ok, staged, summary], [false, '', '']);
      assert.match(log, expected);
    });
  }
});

test('the last job of CI passes only if all other jobs passed', { skip }, async () => {
  const { jobs }: { jobs: Readonly<Record<string, { readonly needs: readonly string[] }>> } = parse(
    readText('.github/workflows/ci.yml'),
  );
  assert.deepEqual(
    jobs['passed']?.needs.toSorted(),
    Object.keys(jobs)
      .filter((name) => name !== 'passed')
      .sort(),
  );
  for (const result of ['success', 'failure', 'cancelled', 'skipped']) {
    const needs = { test: { result: 'success' }, runner: { result } };
    const { ok } = await play('ci', 'passed', 'results', { contexts: { needs } });
    assert.equal(ok, result === 'success', result);
  }
});
