import { test } from 'node:test';
import { readSettings, toSettings } from '../../../../sandbox/service/settings.ts';
import { compareSections, type Section } from '../../../support/snapshot.ts';
import { bearer, openApp, type Reply, soundFiles } from '../client.ts';

/** Faults that replace the response to a change. */
const instead = `
  status=502 status=504,when=after status=200 status=200,body=html status=401 status=404,body=text status=404,body=json
  status=429,retry_after=7 status=503,body=service kind=redirect kind=redirect,location=/x,when=after,status=303
  kind=reset kind=reset,when=after kind=cut_off kind=echo status=204 status=304,body=text kind=late,status=204`;

/**
 * Stories of calls. `faults` sets faults like the flag does, and `wait` lets so many milliseconds
 * pass.
 */
const stories: Readonly<Record<string, string>> = {
  'a fault replaces the response to a change': instead
    .trim()
    .split(/\s+/)
    .map((fault, index) => `faults ${fault}; update ${index}; read`)
    .join('; '),
  'faults hit only the calls that match, after the key was checked': `
    faults account=ben,path=/api/miniapps,method=GET kind=slow,ms=250,times=1,method=GET; list nobody; list ann; list ben;
    list ben`,
  'a fault with for_ms ends by itself': `
    faults for_ms=5000; read; update A; wait 4999; read; wait 1; read`,
  'a stale read shows the state before the last change, for single reads and the list': `
    faults kind=stale,times=2; read; list ann; update Second; update Third;
    faults kind=stale,path=/api/miniapps/tides,times=2; read; list ann; read; read;
    faults kind=stale,path=/api/miniapps; read; list ann; list ann; delete; faults kind=stale; read; read`,
  'a stale read may mix current files with an earlier state, or the reverse': `
    deploy Old; submit; wait 10000; deploy New; faults kind=stale,lag_ms=5000; read;
    faults kind=stale,lag_ms=5000,part=state; read; faults kind=stale,lag_ms=5000,part=files; read;
    faults kind=stale,lag_ms=5000,part=status; read;
    faults kind=stale,lag_ms=5000,times=null; wait 4999; read; wait 1; read`,
  'a cache keeps a read for ten seconds, and is bypassed by no-cache': `
    faults kind=cache; read; update New; wait 9999; read; read no-cache; update Newer; read; wait 10000; read`,
  'somebody else edits an app between a read and a write, or around a change': `
    faults kind=edit,path=/api/miniapps/tides; read; read; update Ours; faults kind=edit,method=POST; deploy Ours; read;
    faults kind=edit,method=PATCH,when=before; update Ours; read;
    faults kind=edit,move=submit kind=edit,move=reject,skip=1 kind=edit,move=delete,skip=2; read; read; read; read`,
  'late changes are made in order; a change that is not valid any more is dropped': `
    delete; faults kind=late,status=202,ms=100,times=null; create; create; read; wait 99; read; wait 1; create; submit;
    submit; delete; update A; wait 100; read; faults kind=late,ms=3000; create; wait 3000; read`,
  'the state after a change shows late, unless a later change brings its own': `
    submit; approve; faults kind=late_state,ms=3000 kind=late_state,ms=3000,skip=1; deploy New; wait 2999; read; wait 1;
    read; discard; deploy Newer; submit; wait 3000; read`,
};

function describe({ status, headers, body }: Reply): string {
  const apps = Array.isArray(body?.apps) ? body.apps : [body?.app ?? body];
  const shown = apps.map((app: Reply['body']) => {
    if (app?.slug === undefined) return typeof app === 'string' ? app.trim() : JSON.stringify(app);
    return [
      app.tagline,
      /<title>(.*?)</.exec(app.html)?.[1],
      app.status,
      app.updated_at?.slice(14, 19),
    ].join(' | ');
  });
  const shownHeaders = ['content-type', 'location', 'retry-after'].flatMap((name) => {
    const value = headers.get(name);
    return value === null || value === 'application/json' ? [] : [`${name}: ${value}`];
  });
  return [`${status} ${shown.join(', ')}`, ...shownHeaders].join('\n    ');
}

async function play(story: string): Promise<readonly string[]> {
  const lines: string[] = [];
  let time = Date.UTC(2026, 9, 1);
  const later: { readonly at: number; readonly work: () => void }[] = [];
  const { sandbox, call, deploy, update, submit } = await openApp({
    now: () => time,
    schedule: (work, ms) => void later.push({ at: time + ms, work }),
    sleep: async (ms) => void lines.push(`  waits ${ms} ms`),
  });
  const report = (reply: Promise<Reply>) =>
    reply.then(describe, () => `breaks, ${sandbox.requests.at(-1)?.status} in the log`);
  const calls: Readonly<Record<string, (sent: string) => Promise<string> | string>> = {
    read: (cache) =>
      report(
        call('GET', '/api/miniapps/tides', undefined, {
          ...bearer('key-of-ann'),
          'cache-control': cache,
        }),
      ),
    list: (name) => report(call('GET', '/api/miniapps', undefined, bearer(`key-of-${name}`))),
    create: () => report(call('POST', '/api/miniapps', { slug: 'tides', name: 'Tides' })),
    update: (tagline) => report(update({ tagline })),
    deploy: (title) => report(deploy({ ...soundFiles, 'index.html': `<title>${title}</title>` })),
    submit: () => report(submit()),
    delete: () => report(call('DELETE', '/api/miniapps/tides')),
    faults(flags) {
      sandbox.configure(readSettings(toSettings({ fault: flags.split(' ') })));
      return 'set';
    },
    approve: () => sandbox.move('tides', 'approve').status,
    discard: () => sandbox.move('tides', 'discard').status,
    wait(ms) {
      time += Number(ms);
      for (const { at, work } of later) if (at > time - Number(ms) && at <= time) work();
      return 'done';
    },
  };
  for (const step of story.trim().split(/;\s+/)) {
    const [name = '', ...sent] = step.split(' ');
    lines.push(`${step}: ${await calls[name]?.(sent.join(' '))}`);
  }
  const left = sandbox.faults.list().map(({ kind }) => kind);
  const did = sandbox.store.history.map((change) => change.did);
  return [
    ...lines,
    `changes: ${did.join(', ')}`,
    `faults that are left: ${left.join(', ') || 'none'}`,
  ];
}

test('faults.md shows what each fault does to the calls that it hits', async () => {
  const parts: Section[] = [
    ['How an app is shown', ['tagline | title | status | minute and second of updated_at']],
  ];
  for (const [title, story] of Object.entries(stories)) {
    parts.push([title, await play(story)]);
  }
  compareSections('test/unit/sandbox/api/snapshots/faults.md', parts);
});
