import formatPrecompiled from 'use-intl/format-message/format-only'
import { isolateValues } from './isolate'

/**
 * In place of `use-intl/format-message` in all that Next bundles (next.config.mjs): the messages are precompiled, and right-to-left
 * values are isolated for client components too.
 */
const formatMessage: typeof formatPrecompiled = (key, message, values, options) =>
  formatPrecompiled(key, message, isolateValues(values), options)
// `t.raw` has no text of a precompiled message.
formatMessage.raw = false

export default formatMessage
