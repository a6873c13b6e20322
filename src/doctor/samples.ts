/** The folders that a rehearsal deploys: a plain app, or a copy of the given one, and the same with other content. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toFields } from '../api/wire.ts';
import type { ScannedFolder } from '../folder/folder.ts';

/** 512 by 512 pixels: as a store asks for one. */
const logo =
  'iVBORw0KGgoAAAANSUhEUgAAAgAAAAIAAQMAAADOtka5AAAABlBMVEUKfqT///+AqWxHAAAAZ0lEQVR42u3MQQ0AAAgEoOtfWiM4N/1BABIAAAAAAAAAgGM1' +
  'EAgEAoFAIBAIBAKBQCAQCAQCgUAgEAgEAoFAIBAIBAKBQCAQCAQCgUAgEAgEAoFAIBAIBAKBQCD4DgAAAAAAAAAAlhrvN+HSAmCw9gAAAABJRU5ErkJggg==';

/** An app that keeps every rule a service could have: short texts, a whole page, nothing from elsewhere. */
const plain: Readonly<Record<string, string | Buffer>> = {
  'service.json': `${JSON.stringify(
    { name: 'Rehearsal', tagline: 'Shows that a deploy works', color: '#0a7ea4', logo: 'assets/logo.png' },
    null,
    2,
  )}\n`,
  'instructions.md': 'You are the assistant of a small test app. Answer every question briefly and kindly.\n',
  'index.html': `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="A small app that shows that a deploy works.">
<title>Rehearsal</title>
<link rel="stylesheet" href="assets/style.css">
</head>
<body>
<main>
<h1>Rehearsal</h1>
<p>This app shows that a deploy works. It is deleted within a minute.</p>
<img src="assets/logo.png" width="128" height="128" alt="A white square on blue">
</main>
<script src="assets/app.js"></script>
</body>
</html>
`,
  'assets/app.js': "document.querySelector('h1').title = 'It works';\n",
  'assets/logo.png': Buffer.from(logo, 'base64'),
  'assets/style.css': 'body {\n  color: #0a7ea4;\n  font-family: sans-serif;\n}\n',
};

/** Writes the plain app to a folder. */
export function writePlainFolder(to: string): void {
  for (const [path, content] of Object.entries(plain)) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), content);
  }
}

/** Copies the files that a scan included. */
export function copyFolder({ files }: Pick<ScannedFolder, 'files'>, to: string): void {
  for (const { path, location } of files) cpSync(location, join(to, path));
}

/** Gives the page another content that breaks no rule: of the plain app another word, of any other a line break more at its end. */
export function changePage(folder: string): void {
  change(join(folder, 'index.html'), (page) => {
    const other = page.replace('is deleted within a minute', 'is deleted soon');
    return other === page ? `${page}\n` : other;
  });
}

/** Gives the app another tagline. */
export function changeTagline(folder: string): void {
  change(join(folder, 'service.json'), (text) => {
    const service = toFields(parse(text.replace(/^\uFEFF/, '')));
    return service && `${JSON.stringify({ ...service, tagline: 'Shows that an update works' }, null, 2)}\n`;
  });
}

/** Changes a file, if it is there. What is not to be changed is null. */
function change(path: string, toText: (text: string) => string | null): void {
  const text = existsSync(path) ? toText(readFileSync(path, 'utf8')) : null;
  if (text !== null) writeFileSync(path, text);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The check of the folder says so, and nothing is deployed.
    return null;
  }
}
