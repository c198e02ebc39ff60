/**
 * A log that cannot be written, on a full disk for one, must not stop requests: unhandled, each error would be written there again. The
 * health check says that it fails (server/log.ts).
 *
 * @param {NodeJS.WriteStream[]} streams
 */
export function surviveFullLog(streams = [process.stdout, process.stderr]) {
  for (const stream of streams) stream.on('error', () => undefined)
}
