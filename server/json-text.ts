/**
 * JSON that PostgreSQL wrote: it is sent as it stands, and parsed only where somebody wants the object. Building a list
 * of 50 rows there and passing it on costs a third of reading, checking and writing it again here.
 */
export class JsonText<T> {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }

  parse(): T {
    return JSON.parse(this.text) as T
  }
}
