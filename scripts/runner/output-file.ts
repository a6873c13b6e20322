/**
 * Reads a file of `GITHUB_OUTPUT` (or of the state, or the environment) as the runner does:
 * `name=value` on one line, or `name<<delimiter`, lines, `delimiter`. A later value of a name wins.
 * Unlike on stdout, lines end only at LF. Throws an Error if the runner would fail the step.
 */
export function parseOutputFile(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const lines = text.replace(/\n$/, '').split('\n');
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    if (line === '') continue;
    const [, name = '', sign, rest = ''] = /^(.*?)(=|<<)(.*)$/s.exec(line) ?? [];
    if (sign === undefined || (sign === '<<' && (name === '' || rest === '')))
      throw new Error(`Invalid format '${line}'`);
    values.set(name, sign === '=' ? rest : takeLines(lines, rest));
  }
  return values;
}

/** Removes the lines up to the delimiter from `lines`, and returns them without it. */
function takeLines(lines: string[], delimiter: string): string {
  const end = lines.indexOf(delimiter);
  if (end < 0) throw new Error(`Invalid value. Matching delimiter not found '${delimiter}'`);
  const value = lines.splice(0, end).join('\n');
  lines.shift();
  return value;
}
