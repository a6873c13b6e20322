import { join } from 'node:path';

/**
 * The environment that the runner gives every step of a push to main, beside its inputs and its workspace. The files for
 * outputs, summary and event are to be in the folder `temp`.
 */
export function makeEnvironment(
  temp: string,
): Readonly<Record<'GITHUB_OUTPUT' | 'GITHUB_STEP_SUMMARY' | 'GITHUB_EVENT_PATH', string>> &
  Readonly<Record<string, string>> {
  return {
    GITHUB_OUTPUT: join(temp, 'output'),
    GITHUB_STEP_SUMMARY: join(temp, 'summary'),
    GITHUB_EVENT_PATH: join(temp, 'event.json'),
    GITHUB_EVENT_NAME: 'push',
    GITHUB_REPOSITORY: 'octo/apps',
    GITHUB_REF: 'refs/heads/main',
    GITHUB_SHA: '0123456789abcdef0123456789abcdef01234567',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_API_URL: 'https://api.github.com',
    GITHUB_RUN_ID: '1234567890',
    RUNNER_TEMP: temp,
  };
}
