import { Check, Eye, Minus } from 'lucide-react'
import type { RoleTable as Roles } from '@/server/members/schema'
import { ROLES } from '@/server/members/vocabulary'
import { getT } from '../i18n/server'
import { Cell, HeaderCell, Row, Table } from '../ui/lists/table'

const SIGN = { change: Check, read: Eye, nothing: Minus }
const TONE = { change: 'text-ink', read: 'text-ink-soft', nothing: 'text-ink-faint' }

/** What each role may do, as the server itself checks it. */
export async function RoleTable({ roles }: { roles: Roles }) {
  const t = await getT('members')
  return (
    <Table>
      <thead>
        <tr>
          <HeaderCell>{t('roles.column')}</HeaderCell>
          {ROLES.map((role) => (
            <HeaderCell key={role}>{t(`role.${role}`)}</HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {roles.map((row) => (
          <Row key={row.area}>
            <Cell className="font-medium">{t(`roles.area.${row.area}`)}</Cell>
            {ROLES.map((role) => {
              const may = row[role]
              const Sign = SIGN[may]
              return (
                <Cell key={role} className={TONE[may]}>
                  <span className="inline-flex items-center gap-1.5">
                    <Sign size={14} aria-hidden className="shrink-0" />
                    <span className="max-sm:sr-only">{t(`roles.may.${may}`)}</span>
                  </span>
                </Cell>
              )
            })}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
