/*
 * The two files of undici that are imported by their own names, which are no public interface: its index loads fetch, mocks,
 * caches and WebSocket too, and that costs every run 40 ms, more than all the rest of a small deploy. A test holds that they
 * are what the index gives; their types stand in undici.d.ts.
 */
import buildConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';

export { buildConnector, Client };
