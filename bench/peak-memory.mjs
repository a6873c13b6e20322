// Loaded into a measured process by `--import`: writes its peak memory in bytes to $BENCH_PEAK_FILE when it exits.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

process.on('exit', () => writeFileSync(process.env.BENCH_PEAK_FILE, String(readPeak())));

/** Reads /proc on Linux, where getrusage starts with the peak of the parent process. */
function readPeak() {
  if (!existsSync('/proc/self/status')) return process.resourceUsage().maxRSS * 1024;
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024;
}
