import { z } from 'zod'
import { Id, Name, Text } from '../fields/schema'
import { sentence } from '../messages/error-message'
import { findStrayBraces, partsOfText } from '../messaging/vocabulary'
import { TEMPLATE_KINDS, TEMPLATE_MAX_CHARACTERS, TEMPLATE_NAMES, type TemplateKind } from './vocabulary'

function unknownPlaceholder(kind: TemplateKind, text: string): string | undefined {
  return partsOfText(text)
    .map((part) =>
      typeof part === 'string'
        ? findStrayBraces(part)
        : TEMPLATE_NAMES[kind].some((name) => name === part.name)
          ? undefined
          : part.written,
    )
    .find((written) => written !== undefined)
}

const TemplateText = (kind: TemplateKind) =>
  Text(TEMPLATE_MAX_CHARACTERS[kind])
    .trim()
    .check(({ value: input, issues }) => {
      const placeholder = unknownPlaceholder(kind, input)
      if (placeholder === undefined) return
      issues.push({ code: 'custom', input, message: sentence(`replyTemplate.${kind}Placeholder`, { placeholder }) })
    })

const TemplateTexts = (kind: TemplateKind) =>
  z
    .object({ en: TemplateText(kind), fr: TemplateText(kind) })
    .refine(({ en, fr }) => en !== '' || fr !== '', sentence('replyTemplate.text'))

const templateSchema = <Kind extends TemplateKind>(kind: Kind) =>
  z.object({
    kind: z.literal(kind),
    name: Name(100).min(1, sentence('value.missing')),
    texts: TemplateTexts(kind),
  })

export const ReplyTemplate = z.object({
  id: Id,
  kind: z.enum(TEMPLATE_KINDS),
  name: z.string(),
  texts: z.object({ en: z.string(), fr: z.string() }),
})
export type ReplyTemplate = z.infer<typeof ReplyTemplate>

export const ListTemplates = z.object({ kind: z.enum(TEMPLATE_KINDS).exactOptional() })
export type ListTemplates = z.infer<typeof ListTemplates>

export const CreateTemplate = z.discriminatedUnion('kind', [templateSchema('response'), templateSchema('review')])
export type CreateTemplate = z.infer<typeof CreateTemplate>

const UPDATE_FIELDS = { id: Id, asRead: ReplyTemplate.pick({ name: true, texts: true }).exactOptional() }

export const UpdateTemplate = z.discriminatedUnion('kind', [
  templateSchema('response').extend(UPDATE_FIELDS),
  templateSchema('review').extend(UPDATE_FIELDS),
])
export type UpdateTemplate = z.infer<typeof UpdateTemplate>
