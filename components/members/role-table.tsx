import { Check, Eye, Minus } from 'lucide-react'
import type { RoleTable as Roles } from '@/server/members/schema'
import { ROLES } from '@/server/members/vocabulary'
import { getT } from '../i18n/server'
import { Cell, HeaderCell, Row, Table } from '../ui/lists/table'

const MAY = ['change', 'read', 'nothing'] as const
const SIGN = { change: Check, read: Eye, nothing: Minus }
const TONE = { change: 'text-ink', read: 'text-ink-soft', nothing: 'text-ink-faint' }

export async function RoleTable({ roles }: { roles: Roles }) {
  const t = await getT('members')
  return (
    <>
      <Table>
        <thead>
          <tr>
            <HeaderCell>{t('roles.column')}</HeaderCell>
            {ROLES.map((role) => (
              <HeaderCell key={role}>
                <span className="max-sm:hidden">{t(`role.${role}`)}</span>
                <span className="sm:hidden">{t(`roleShort.${role}`)}</span>
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {roles.map((row) => (
            <Row key={row.area}>
              <Cell className="font-medium">{t(`roles.area.${row.area}`)}</Cell>
              {ROLES.map((role) => (
                <Cell key={role} className={TONE[row[role]]}>
                  <Sign may={row[role]} isShort />
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
      <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-ink-soft sm:hidden">
        {MAY.map((may) => (
          <li key={may}>
            <Sign may={may} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** @param isShort hides the word on narrow screens; a legend below the table explains the icons. */
async function Sign({ may, isShort = false }: { may: (typeof MAY)[number]; isShort?: boolean }) {
  const t = await getT('members')
  const Icon = SIGN[may]
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon size={14} aria-hidden className="shrink-0" />
      <span className={isShort ? 'max-sm:sr-only' : undefined}>{t(`roles.may.${may}`)}</span>
    </span>
  )
}
