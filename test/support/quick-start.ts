import { openCompileCache } from '../../scripts/compile-cache.ts';

/**
 * Variables for a program of which no coverage is measured. It starts in half of the time, since
 * its compiled code is kept for the next start. An empty NODE_V8_COVERAGE is needed: Node passes
 * its own value on to programs that have none.
 */
export const quickStart = {
  NODE_V8_COVERAGE: '',
  NODE_COMPILE_CACHE: openCompileCache(),
};
