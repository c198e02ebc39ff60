import { getT } from '@/components/i18n/server'
import { Cell, HeaderCell, Row, Table } from '@/components/ui/lists/table'
import type { ReplyTemplate } from '@/server/reply-templates/schema'
import { TemplateActions } from './template-actions'

export async function TemplateTable({ templates }: { templates: readonly ReplyTemplate[] }) {
  const [t, common] = await Promise.all([getT('templates'), getT('common')])
  return (
    <Table>
      <thead>
        <tr>
          <HeaderCell>{t('name')}</HeaderCell>
          <HeaderCell>{t('kind')}</HeaderCell>
          <HeaderCell className="max-sm:hidden">{t('languages')}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{t('actions')}</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {templates.map((template) => (
          <Row key={template.id}>
            <Cell className="font-medium">
              <span className="block max-w-[24ch] truncate sm:max-w-[44ch]">{template.name}</span>
            </Cell>
            <Cell className="text-ink-soft">{t(`kinds.${template.kind}`)}</Cell>
            <Cell className="text-ink-soft max-sm:hidden">
              {(['en', 'fr'] as const)
                .filter((language) => template.texts[language] !== '')
                .map((language) => common(`language.${language}`))
                .join(', ')}
            </Cell>
            <Cell align="right">
              <TemplateActions template={template} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
