/** The action's version, the same as in package.json (a test holds them together). Part of the User-Agent. */
export const version = '1.0.0';
