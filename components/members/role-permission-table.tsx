import { Check, Eye, Minus } from 'lucide-react'
import { ROLES } from '@/server/members/constants'
import type { RoleAccessMatrix as Roles } from '@/server/members/schema'
import { getT } from '../i18n/server'
import { Cell, HeaderCell, Row, Table } from '../ui/lists/table'

const ACCESS_LEVELS = ['change', 'read', 'nothing'] as const
const ACCESS_ICONS = { change: Check, read: Eye, nothing: Minus }
const ACCESS_COLORS = { change: 'text-ink', read: 'text-ink-soft', nothing: 'text-ink-faint' }

export async function RolePermissionTable({ roles }: { roles: Roles }) {
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
                <Cell key={role} className={ACCESS_COLORS[row[role]]}>
                  <AccessLevel level={row[role]} isShort />
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
      <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-ink-soft sm:hidden">
        {ACCESS_LEVELS.map((may) => (
          <li key={may}>
            <AccessLevel level={may} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** @param isShort hides the word on narrow screens; a legend below the table explains the icons. */
async function AccessLevel({ level, isShort = false }: { level: (typeof ACCESS_LEVELS)[number]; isShort?: boolean }) {
  const t = await getT('members')
  const Icon = ACCESS_ICONS[level]
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon size={14} aria-hidden className="shrink-0" />
      <span className={isShort ? 'max-sm:sr-only' : undefined}>{t(`roles.may.${level}`)}</span>
    </span>
  )
}
