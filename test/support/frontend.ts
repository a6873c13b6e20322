import { setFrontend } from '../../src/text/frontend.ts';

/**
 * Does some work in the frontend of a terminal. That of a test's process is GitHub's, before and
 * after it.
 */
export async function onTerminal<Result>(work: () => Promise<Result>): Promise<Result> {
  setFrontend('terminal');
  try {
    return await work();
  } finally {
    setFrontend('github');
  }
}
