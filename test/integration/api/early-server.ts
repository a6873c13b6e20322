/**
 * A server in a process of its own, which refuses each upload early and then resets the connection.
 * A client and a server in one process take turns, so that such a client never writes while the
 * refusal arrives.
 */
import { answerEarly, startFaultServer } from '../../support/fault-server/index.ts';

const certificate = process.argv[2] === 'https' ? 'localhost' : undefined;
const server = await startFaultServer(answerEarly(413, '{"error":{}}', 'closes'), { certificate });
process.send?.(server.origin);
process.once('disconnect', () => process.exit());
