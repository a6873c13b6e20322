import { setVoice } from '../../src/text/voice.ts';

/**
 * Does some work in the voice of a terminal. That of a test's process is GitHub's, before and after
 * it.
 */
export async function onTerminal<Result>(work: () => Promise<Result>): Promise<Result> {
  setVoice('terminal');
  try {
    return await work();
  } finally {
    setVoice('github');
  }
}
