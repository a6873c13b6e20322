import { setFrontend } from '../../src/text/frontend.ts';

/**
 * Runs `work` with the frontend of a terminal. Before and after, the frontend of the test process
 * is GitHub's.
 */
export async function onTerminal<Result>(work: () => Promise<Result>): Promise<Result> {
  setFrontend('terminal');
  try {
    return await work();
  } finally {
    setFrontend('github');
  }
}
