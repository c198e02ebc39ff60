import { NotFound } from '../../errors'

/** For any unknown path under /api, whatever the method. @throws {NotFound} */
export function refuseUnknownPath(): never {
  throw new NotFound('path')
}
