import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type InvalidInput, inputTable, refuseInputs } from '../../../src/model/inputs.ts';
import { emitReports, type Sinks } from '../../../src/report/emit.ts';
import { emitInvalidInputs, reportUnstarted } from '../../../src/report/unstarted.ts';

const secrets = ['s3cr3tkey'];
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('a s3cr3tkey', '::error::x', '<b>|`'),
);

const invalidInput: fc.Arbitrary<InvalidInput> = fc.record(
  {
    input: fc.constantFrom(...Object.values(inputTable).map(({ name }) => name)),
    got: fc.option(text),
    expected: text,
    isMissing: fc.boolean(),
    fix: text,
  },
  { requiredKeys: ['input', 'got', 'expected'] },
);

/** What a report writes and annotates; `isBroken` where writing fails. */
async function collect(
  emit: (sinks: Sinks) => Promise<void>,
  { docsUrl, isBroken }: { readonly docsUrl: string | null; readonly isBroken: boolean },
) {
  const written: unknown[] = [];
  const add = (entry: unknown): unknown => written.push(entry);
  const write = (entry: string): void => {
    add(entry);
    if (isBroken) throw new Error('no space left on the device');
  };
  await emit({
    log: {
      annotate: (annotation) =>
        add({ ...annotation, texts: annotation.texts.filter((line) => line !== '') }),
      info: add,
      warn: add,
      fold: add,
      group: (_title, work) => work(),
      debug: add,
      list: add,
    },
    writeOutputs: write,
    writeSummary: write,
    comment: null,
    links: { commit: null, runUrl: null, pageUrl: '' },
    docsUrl,
  });
  return written;
}

test('invalid inputs are told as every other report is', async () => {
  const inputs = fc.array(invalidInput, { minLength: 1, maxLength: 5 });
  const slugs = fc.constantFrom('', 'tides', 's3cr3tkey');
  const pages = fc.constantFrom(
    null,
    'https://github.com/octo/deploy/blob/v1/docs/troubleshooting.md',
  );
  await fc.assert(
    fc.asyncProperty(
      inputs,
      slugs,
      pages,
      fc.boolean(),
      async (invalid, slug, docsUrl, isBroken) => {
        const error = refuseInputs(invalid, secrets);
        const about = { slug, secrets };
        const told = await collect((sinks) => emitInvalidInputs(error, about, sinks), {
          docsUrl,
          isBroken,
        });
        const usual = await collect(
          (sinks) => emitReports([reportUnstarted(error, about)], sinks),
          {
            docsUrl,
            isBroken,
          },
        );
        assert.deepEqual(told, usual);
      },
    ),
  );
});
