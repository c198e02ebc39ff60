import { NotFound } from '../errors'

/** Any path under /api that is no operation of ours, whatever its method. @throws {NotFound} */
export function refuseUnknownPath(): never {
  throw new NotFound('path')
}
