/**
 * Reads a file of `GITHUB_OUTPUT` (or state, or environment) as the runner does: `name=value` on one line, or
 * `name<<delimiter`, lines, `delimiter`. A later value of a name wins. Throws where the runner would fail the step.
 */
export function parseOutputFile(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let rest = text;
  while (rest !== '') {
    const { line, after } = takeLine(rest);
    rest = after;
    if (line === '') {
      continue;
    }
    const equals = line.indexOf('=');
    const arrows = line.indexOf('<<');
    if (arrows >= 0 && (equals < 0 || arrows < equals)) {
      const heredoc = readHeredoc(line, arrows, rest);
      values.set(line.slice(0, arrows), heredoc.value);
      rest = heredoc.after;
    } else if (equals >= 0) {
      values.set(line.slice(0, equals), line.slice(equals + 1));
    } else {
      throw new Error(`Invalid format '${line}'`);
    }
  }
  return values;
}

function readHeredoc(line: string, arrows: number, text: string): { readonly value: string; readonly after: string } {
  const delimiter = line.slice(arrows + 2);
  if (arrows === 0 || delimiter === '') {
    throw new Error(`Invalid format '${line}'. Name must not be empty and delimiter must not be empty`);
  }
  const lines: string[] = [];
  let rest = text;
  while (rest !== '') {
    const { line: next, after } = takeLine(rest);
    if (next === delimiter) {
      return { value: lines.join('\n'), after };
    }
    lines.push(next);
    rest = after;
  }
  throw new Error(`Invalid value. Matching delimiter not found '${delimiter}'`);
}

/** Lines end at LF alone here, unlike on stdout; CRLF counts on Windows runners only. */
function takeLine(text: string): { readonly line: string; readonly after: string } {
  const end = text.indexOf('\n');
  return end < 0 ? { line: text, after: '' } : { line: text.slice(0, end), after: text.slice(end + 1) };
}
