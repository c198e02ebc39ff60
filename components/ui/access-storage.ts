/** Reads or writes `localStorage`; null if the browser blocks it or the stored JSON is invalid. */
export function accessStorage<T>(access: () => T): T | null {
  try {
    return access()
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return null
    throw error
  }
}
