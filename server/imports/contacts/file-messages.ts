import { type LocalizableMessage, localizableMessage } from '../../messages/localizable-message'
import type { FileFaultCode, FileFaultDetails, ForeignFormat } from '../files/file-fault'

/** A fault of a file in words. */
export function describeFileFault(code: FileFaultCode, details: FileFaultDetails): LocalizableMessage {
  const { format, line = 0, row = 0, column = 0, limit = 0 } = details
  if (code === 'notATable')
    return format === undefined ? localizableMessage('import.notATable') : describeFormat(format)
  return localizableMessage(`import.${code}`, { line, row, column, limit, megabytes: Math.round(limit / 1024 / 1024) })
}

function describeFormat(format: ForeignFormat): LocalizableMessage {
  if (format === 'legacyWorkbook' || format === 'binaryWorkbook' || format === 'openDocument' || format === 'numbers')
    return localizableMessage('import.otherWorkbook')
  return localizableMessage('import.otherFormat', { format: FORMAT_NAMES[format] })
}

const FORMAT_NAMES: Record<
  Exclude<ForeignFormat, 'legacyWorkbook' | 'binaryWorkbook' | 'openDocument' | 'numbers'>,
  string
> = {
  pdf: 'PDF',
  image: 'JPEG, PNG',
  html: 'HTML',
  json: 'JSON',
  xml: 'XML',
  archive: 'ZIP',
  binary: 'BIN',
}
