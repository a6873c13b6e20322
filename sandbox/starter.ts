/** Colour of an app that names none. */
export const defaultColor = '#5b6472';

/** The page of an app that was created without `html`, so that its address shows something from the first minute. */
export const starterPage =
  '<!doctype html>\n<html lang="en">\n  <head>\n    <meta charset="utf-8">\n    <title>Mini app</title>\n  </head>\n' +
  '  <body>\n    <p>This mini app has no page yet.</p>\n  </body>\n</html>\n';
