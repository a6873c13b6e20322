// undici's client by its own file: the index loads fetch, mocks, caches and WebSocket, which cost more than the whole
// rest of a small deploy. The file is not documented, so a test holds that it is there and does what we ask of it.
declare module 'undici/lib/dispatcher/client.js' {
  import type { Client } from 'undici';

  const client: typeof Client;
  export = client;
}

declare module 'undici/lib/core/connect.js' {
  import type { buildConnector } from 'undici';

  const build: typeof buildConnector;
  export = build;
}
