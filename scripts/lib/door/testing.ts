/** Keeps the thread from being idle, in pieces, so that whatever wants to begin does. */
export async function busy(forMs: number): Promise<void> {
  for (const until = performance.now() + forMs; performance.now() < until; ) {
    for (const piece = performance.now() + 5; performance.now() < piece; );
    await new Promise((resolve) => setImmediate(resolve))
  }
}
