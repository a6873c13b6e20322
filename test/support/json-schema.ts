/** A JSON schema, with the keywords that this repository uses. */
export type Schema = Readonly<Record<string, unknown>>;

/** Keywords that do not restrict a value. */
const silent = /^(?:\$schema|\$id|title|description|default|format|x-.*)$/;

/**
 * Returns the places at which a value does not match a schema, as `/a/0: keyword`. References are
 * resolved inside `root`. Throws for an unknown keyword, so that none is silently ignored.
 */
export function findMisfits(
  value: unknown,
  schema: Schema,
  root: Schema = schema,
  at = '',
): readonly string[] {
  return Object.entries(schema).flatMap(([keyword, rule]) => {
    if (silent.test(keyword)) return [];
    const holds = rules[keyword];
    if (holds === undefined) throw new Error(`The keyword ${keyword} is unknown.`);
    const found = holds(value, rule, { schema, root, at });
    if (typeof found !== 'boolean') return found;
    return found ? [] : [`${at}: ${keyword}`];
  });
}

interface Place {
  readonly schema: Schema;
  readonly root: Schema;
  readonly at: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a rule is what the keyword of the schema has it to be
type Holds = (value: unknown, rule: any, place: Place) => boolean | readonly string[];

const isObject = (value: unknown): value is Schema => toType(value) === 'object';

function toType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** A keyword applies only to values of its type. */
function ofText(holds: (text: string, rule: never) => boolean): Holds {
  return (value, rule) => typeof value !== 'string' || holds(value, rule as never);
}

const rules: Readonly<Record<string, Holds>> = {
  $ref(value, ref: string, { root, at }) {
    const target = ref
      .split('/')
      .slice(1)
      .reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), root);
    if (!isObject(target)) throw new Error(`${ref} leads nowhere.`);
    return findMisfits(value, target, root, at);
  },
  type: (value, types: string | readonly string[]) =>
    [types]
      .flat()
      .some((type) => (type === 'integer' ? Number.isInteger(value) : toType(value) === type)),
  const: (value, rule) => value === rule,
  enum: (value, values: readonly unknown[]) => values.includes(value),
  not: (value, rule: Schema, { root }) => findMisfits(value, rule, root).length > 0,
  allOf: (value, all: readonly Schema[], { root, at }) =>
    all.flatMap((each) => findMisfits(value, each, root, at)),
  anyOf: (value, any: readonly Schema[], { root }) =>
    any.some((each) => findMisfits(value, each, root).length === 0),
  minimum: (value, least: number) => typeof value !== 'number' || value >= least,
  minLength: ofText((text, least: number) => [...text].length >= least),
  maxLength: ofText((text, most: number) => [...text].length <= most),
  pattern: ofText((text, pattern: string) => new RegExp(pattern, 'u').test(text)),
  minProperties: (value, least: number) => !isObject(value) || Object.keys(value).length >= least,
  required: (value, names: readonly string[]) =>
    !isObject(value) || names.every((name) => Object.hasOwn(value, name)),
  properties(value, members: Readonly<Record<string, Schema>>, { root, at }) {
    if (!isObject(value)) return true;
    const present = Object.entries(members).filter(([name]) => Object.hasOwn(value, name));
    return present.flatMap(([name, schema]) =>
      findMisfits(value[name], schema, root, `${at}/${name}`),
    );
  },
  additionalProperties(value, rule: Schema | boolean, { schema, root, at }) {
    if (!isObject(value) || rule === true) return true;
    const patterns = Object.keys(schema['patternProperties'] ?? {});
    const isNamed = (name: string) =>
      Object.hasOwn(schema['properties'] ?? {}, name) ||
      patterns.some((pattern) => new RegExp(pattern, 'u').test(name));
    const others = Object.entries(value).filter(([name]) => !isNamed(name));
    if (rule === false) return others.length === 0;
    return others.flatMap(([name, one]) => findMisfits(one, rule, root, `${at}/${name}`));
  },
  patternProperties: (value, members: Readonly<Record<string, Schema>>, { root, at }) =>
    Object.entries(isObject(value) ? value : {}).flatMap(([name, one]) =>
      Object.entries(members).flatMap(([pattern, rule]) =>
        new RegExp(pattern, 'u').test(name) ? findMisfits(one, rule, root, `${at}/${name}`) : [],
      ),
    ),
  items: (value, rule: Schema, { root, at }) =>
    !Array.isArray(value) ||
    value.flatMap((one, index) => findMisfits(one, rule, root, `${at}/${index}`)),
};
