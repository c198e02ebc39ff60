/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7
/** People whom one organization waits for, at most. */
export const INVITATIONS_OPEN_MAX = 200
