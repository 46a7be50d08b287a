import { parentPort } from 'node:worker_threads';
import type { Outcome } from '../driver.ts';
import { messageOf, readCommits, readPart, writeOutcome, writeRows, writeScopeRow } from './codec.ts';
import { Database, isBroken } from './database.ts';
import { type Operation, operations, type ThreadReply, type ThreadRequest } from './operations.ts';
import { PacketReader, PacketWriter, transferred } from './packet.ts';

/**
 * A database thread: an fsync here never blocks the event loop. It speaks bytes and numbers only. One thread may
 * serve several databases (tests do that), each under the number that `open` was called with.
 */
const databases = new Map<number, Database>();

type AnswerPacket = PacketWriter | undefined;
const answers: Record<Operation, (database: number, packet: PacketReader, part: (packet: PacketWriter) => void) => AnswerPacket> =
  {
    open(database, packet) {
      databases.set(database, new Database(packet.text()!, { logged: packet.number() === 1, pages: packet.number() }));
      return undefined;
    },
    commit(database, packet) {
      const { commits, at } = readCommits(packet);
      return outcomes(of(database).commit(commits, at));
    },
    lock(database) {
      of(database).lock();
      return undefined;
    },
    commitLocked(database, packet) {
      const { commits, at } = readCommits(packet);
      return outcomes([of(database).commitLocked(commits, at)]);
    },
    begin(database) {
      of(database).begin();
      return undefined;
    },
    stage(database, packet) {
      const answer = new PacketWriter();
      try {
        const no = of(database).stage(packet.number(), readPart(packet));
        writeOutcome(answer, { is: 'durable' });
        return answer.number(no);
      } catch (cause) {
        if (isBroken(cause)) throw cause;
        writeOutcome(answer, { is: 'failed', cause });
        return answer;
      }
    },
    unstage(database, packet) {
      of(database).unstage(packet.number());
      return undefined;
    },
    settle(database) {
      return new PacketWriter().number(of(database).settle() ? 1 : 0);
    },
    scopes(database) {
      const rows = of(database).scopes();
      const answer = new PacketWriter().number(rows.length);
      for (const row of rows) writeScopeRow(answer, row);
      return answer;
    },
    revisions(database, packet) {
      return new PacketWriter().text(JSON.stringify(of(database).revisions(JSON.parse(packet.text()!))));
    },
    load(database, packet, part) {
      const portions = of(database).load(packet.text()!);
      try {
        let portion = portions.next();
        for (; !portion.done; portion = portions.next()) part(writeRows(portion.value));
        return new PacketWriter().text(JSON.stringify(portion.value ?? null));
      } finally {
        // Ends its transaction, also when a portion could not be sent
        portions.return(undefined);
      }
    },
    missed(database, packet) {
      return new PacketWriter().text(JSON.stringify(of(database).missed(packet.text()!, packet.number())));
    },
    committed(database, packet) {
      return new PacketWriter().number(of(database).committed(packet.text()!) ? 1 : 0);
    },
    referred(database, packet) {
      return new PacketWriter().text(JSON.stringify(of(database).referred(packet.text()!)));
    },
    released(database, packet) {
      const pairs = of(database).released(packet.text()!, packet.number(), packet.text());
      return new PacketWriter().text(JSON.stringify(pairs));
    },
    forgetReleased(database, packet) {
      return new PacketWriter().number(of(database).forgetReleased(packet.number()) ? 1 : 0);
    },
    sweep(database, packet) {
      return new PacketWriter().number(of(database).sweep(packet.number()) ? 1 : 0);
    },
    probe(database) {
      of(database).probe();
      return undefined;
    },
    auditEnds(database) {
      return new PacketWriter().text(JSON.stringify(of(database).auditEnds()));
    },
    lookAtAudit(database, packet) {
      return new PacketWriter().text(JSON.stringify(of(database).lookAtAudit(JSON.parse(packet.text()!))));
    },
    auditOlderThan(database, packet) {
      return new PacketWriter().text(JSON.stringify(of(database).audit.olderThan(packet.text()!, packet.number())));
    },
    removeAudit(database, packet) {
      return new PacketWriter().number(of(database).removeAudit(packet.number()) ? 1 : 0);
    },
    close(database) {
      databases.get(database)?.close();
      databases.delete(database);
      return undefined;
    },
  };

function outcomes(all: readonly Outcome[]): PacketWriter {
  const answer = new PacketWriter();
  for (const outcome of all) {
    if (outcome.is === 'failed' && isBroken(outcome.cause)) throw outcome.cause;
    writeOutcome(answer, outcome);
  }
  return answer;
}

function of(database: number): Database {
  const found = databases.get(database);
  if (!found) throw new Error('the database is closed');
  return found;
}

/** Operations that must not fail in part. A page that cannot be read concerns only the caller that asks for it. */
const writing: ReadonlySet<Operation> = new Set(['commit', 'lock', 'commitLocked', 'stage', 'settle']);

parentPort?.on('message', (request: ThreadRequest) => {
  const operation = operations[request.operation]!;
  const reply = (last: boolean, packet: AnswerPacket, error?: unknown): void => {
    const bytes = packet?.finish() ?? [];
    const text = error === undefined ? undefined : messageOf(error);
    const message: ThreadReply = {
      call: request.call,
      last,
      error: text,
      fatal: isBroken(error) && writing.has(operation),
      bytes,
    };
    parentPort!.postMessage(message, transferred(bytes));
  };
  try {
    const packet = new PacketReader(request.bytes);
    reply(
      true,
      answers[operation](request.database, packet, (part) => reply(false, part)),
    );
  } catch (cause) {
    reply(true, undefined, cause);
  }
});
