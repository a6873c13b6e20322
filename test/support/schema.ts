/** As much of JSON Schema as docs/output.schema.json uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: false;
  readonly items?: Schema;
}

/** Returns the places at which a value does not match its schema; none if it matches. */
export function listFaults(value: unknown, schema: Schema, place = '$'): readonly string[] {
  const { type, required = [], properties = {}, items } = schema;
  const type_ = nameType(value);
  if (schema.enum !== undefined && !schema.enum.includes(value))
    return [`${place} is ${String(value)}`];
  const fits =
    type === undefined ||
    [type].flat().some((one) => one === type_ || (one === 'number' && type_ === 'integer'));
  if (!fits) return [`${place} is of type ${type_}`];
  if (Array.isArray(value)) {
    return items === undefined
      ? []
      : value.flatMap((one, index) => listFaults(one, items, `${place}[${index}]`));
  }
  if (typeof value !== 'object' || value === null) return [];
  const missing = required
    .filter((key) => !Object.hasOwn(value, key))
    .map((key) => `${place}.${key} is missing`);
  const wrong = Object.entries(value).flatMap(([key, part]) => {
    const own = properties[key];
    if (own !== undefined) return listFaults(part, own, `${place}.${key}`);
    return schema.additionalProperties === false ? [`${place}.${key} is not named`] : [];
  });
  return [...missing, ...wrong];
}

function nameType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
