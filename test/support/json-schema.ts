import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import draft7 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' };

/** A JSON schema. */
export type Schema = Readonly<Record<string, unknown>>;

// An unknown keyword throws, so that none is silently ignored.
const ajv = new Ajv2020({ allErrors: true, strictTypes: false, validateFormats: false });
ajv.addMetaSchema(draft7);
ajv.addVocabulary(['components', 'x-alternatives', 'x-assumed']);

/** Compiling a schema takes some milliseconds, and tests have many values for one. */
const compiled = new WeakMap<Schema, ValidateFunction>();

/**
 * Returns the places at which a value does not match a schema, as `/a/0 must be string`. References
 * to `#/components` lead into `root`, an OpenAPI document.
 */
export function findMisfits(value: unknown, schema: Schema, root: Schema = {}): readonly string[] {
  const validate = compiled.get(schema) ?? compile(schema, root);
  compiled.set(schema, validate);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    return `${instancePath} ${message} ${JSON.stringify(params)}`;
  });
}

function compile(schema: Schema, root: Schema): ValidateFunction {
  return ajv.compile({ ...schema, components: root['components'] ?? {} });
}
