import { bulkActionJob } from '../bulk-actions/bulk-action-job'
import { undoBulkActionJob } from '../bulk-actions/undo-bulk-action-job'
import { importJob } from '../imports/contacts/import-job'
import { undoImportJob } from '../imports/contacts/undo/undo-import-job'
import type { ContactJobKindName } from './constants'
import type { ContactJobKind } from './contact-job'

export const contactJobKinds: Record<ContactJobKindName, ContactJobKind> = {
  import: importJob,
  undoImport: undoImportJob,
  bulkAction: bulkActionJob,
  undoBulkAction: undoBulkActionJob,
}
