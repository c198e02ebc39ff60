import { bulkActionJobKind } from '../bulk-actions/bulk-action-job'
import { undoBulkActionJobKind } from '../bulk-actions/undo-bulk-action-job'
import { importJobKind } from '../imports/contacts/import-job'
import { undoImportJobKind } from '../imports/contacts/undo/undo-import-job'
import { sendingActionJobKind } from '../sequences/sending-actions/sending-action-job'
import type { ContactJobKindName } from './constants'
import type { ContactJobKind } from './contact-job'

export const contactJobKinds: Record<ContactJobKindName, ContactJobKind> = {
  import: importJobKind,
  undoImport: undoImportJobKind,
  bulkAction: bulkActionJobKind,
  undoBulkAction: undoBulkActionJobKind,
  sendingAction: sendingActionJobKind,
}
