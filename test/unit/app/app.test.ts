import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presets } from '../../../sandbox/service/assumptions.ts';
import { draftFields, readFields } from '../../../sandbox/service/folder.ts';
import { checkFolder, defaultLimits } from '../../../sandbox/service/rules.ts';
import { sentFields, serviceKeys } from '../../../src/app/app.ts';
import { readText } from '../../support/repository.ts';

test('the sandbox accepts, checks and shows the same app fields as the action', () => {
  assert.deepEqual(draftFields, sentFields);
  const wrong = JSON.stringify(Object.fromEntries(serviceKeys.map((key) => [key, 1])));
  const rules = { limits: defaultLimits, assumptions: presets.documented };
  const { problems } = checkFolder(
    new Map(Object.entries({ 'service.json': wrong, 'index.html': '<title>x</title>' })),
    rules,
  );
  assert.deepEqual(
    problems.flatMap(({ field }) => field ?? []),
    serviceKeys,
  );
  const shown: readonly string[] = Object.keys(readFields(new Map()));
  for (const field of [...serviceKeys, ...sentFields]) assert.ok(shown.includes(field), field);
});

test('service.schema.json and openapi.yaml have every key of service.json', () => {
  const { properties } = JSON.parse(readText('examples/service.schema.json'));
  const api = readText('sandbox/api/openapi.yaml');
  for (const key of serviceKeys) {
    assert.ok(key in properties, `examples/service.schema.json has ${key}`);
    assert.match(api, new RegExp(`^ +${key}:`, 'm'), `sandbox/openapi.yaml has ${key}`);
  }
});

test('README, decision record and sandbox page list every key of service.json', () => {
  const quoted = serviceKeys.map((key) => `\`${key}\``);
  assert.ok(readText('README.md').includes(`\`service.json\` (${serviceKeys.join(', ')})`));
  assert.ok(
    readText('docs/decisions/0001-assumptions.md').includes(
      `${quoted.join(', ')}: that key's line`,
    ),
  );
  for (const key of quoted) assert.ok(readText('sandbox/README.md').includes(`${key}: `), key);
});
