declare module 'send' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface SendStream {
    on(event: 'error' | 'directory', listener: () => void): this
    pipe(response: ServerResponse): ServerResponse
  }
  type Options = { root?: string; index?: boolean; immutable?: boolean; maxAge?: number }

  export default function send(request: IncomingMessage, path: string, options?: Options): SendStream
}

declare module 'subset-font' {
  type Options = {
    targetFormat?: 'sfnt' | 'woff' | 'woff2'
    keepFeatures?: string[]
    variationAxes?: Record<string, number | { min: number; max: number }>
  }

  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>
}
