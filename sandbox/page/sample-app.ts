import type { Seed } from '../service/settings.ts';

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sample</title>
    <link rel="stylesheet" href="assets/app.css">
  </head>
  <body>
    <h1>It works</h1>
    <p>This is the sample app of the sandbox. It waits for your review.</p>
    <button type="button">Pressed 0 times</button>
    <script type="module" src="assets/app.js"></script>
  </body>
</html>
`;

const style = `body {
  max-width: 30rem;
  margin: 10vh auto;
  padding: 0 1rem;
  font: 1.1rem/1.5 system-ui, sans-serif;
  color-scheme: light dark;
}
button {
  padding: 0.5rem 1rem;
  font: inherit;
}
`;

const script = `let count = 0;
const button = document.querySelector('button');
button.addEventListener('click', () => {
  count += 1;
  button.textContent = count === 1 ? 'Pressed once' : \`Pressed \${count} times\`;
});
`;

const service = `{
  "name": "Sample",
  "tagline": "An app to look around with",
  "color": "#0a7ea4"
}
`;

/** The app that the page of an empty sandbox can add. It is in review. */
export const sampleApp: Seed = {
  slug: 'sample',
  status: 'in_review',
  files: new Map([
    ['service.json', service],
    ['index.html', page],
    ['instructions.md', 'Answer in one sentence.\n'],
    ['assets/app.css', style],
    ['assets/app.js', script],
  ]),
};
