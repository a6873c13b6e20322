// undici's parts by their own files: its index loads fetch, mocks, caches and WebSocket, which cost more than the whole
// rest of a small deploy. The files are not documented, so a test holds that they are there and do what we ask of them.
declare module 'undici/lib/dispatcher/client.js' {
  import type { Client } from 'undici';

  const client: typeof Client;
  export = client;
}
declare module 'undici/lib/dispatcher/env-http-proxy-agent.js' {
  import type { EnvHttpProxyAgent } from 'undici';

  const agent: typeof EnvHttpProxyAgent;
  export = agent;
}
