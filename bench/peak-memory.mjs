// Loaded into a measured process by `--import`: writes the most memory it ever held, in bytes, when it exits.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

process.on('exit', () => writeFileSync(process.env.BENCH_PEAK_FILE, String(readPeak())));

/**
 * On Linux from /proc: what getrusage tells begins with the peak of the process that this one was
 * started by.
 */
function readPeak() {
  if (!existsSync('/proc/self/status')) return process.resourceUsage().maxRSS * 1024;
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
}
