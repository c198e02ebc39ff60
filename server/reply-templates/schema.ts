import { z } from 'zod'
import { localizableMessage } from '../messages/localizable-message'
import { findStrayBraces, isPropertyPlaceholder, parseTemplate } from '../messaging/message-template'
import { Id, perLanguageSchema, singleLineTextSchema, textSchema } from '../validation/schema'
import {
  REPLY_TEMPLATE_KINDS,
  REPLY_TEMPLATE_MAX_CHARACTERS,
  REPLY_TEMPLATE_PLACEHOLDERS,
  type ReplyTemplateKind,
} from './constants'

function unknownPlaceholder(kind: ReplyTemplateKind, text: string): string | undefined {
  return parseTemplate(text)
    .map((part) =>
      typeof part === 'string' ? findStrayBraces(part) : isKnownPlaceholder(kind, part.name) ? undefined : part.source,
    )
    .find((written) => written !== undefined)
}

/** A review's author is not known as a contact. */
function isKnownPlaceholder(kind: ReplyTemplateKind, name: string): boolean {
  const isProperty = kind === 'response' && isPropertyPlaceholder(name)
  return isProperty || REPLY_TEMPLATE_PLACEHOLDERS[kind].some((known) => known === name)
}

const TemplateText = (kind: ReplyTemplateKind) =>
  textSchema(REPLY_TEMPLATE_MAX_CHARACTERS[kind])
    .trim()
    .check(({ value: input, issues }) => {
      const placeholder = unknownPlaceholder(kind, input)
      if (placeholder === undefined) return
      issues.push({
        code: 'custom',
        input,
        message: localizableMessage(`replyTemplate.${kind}Placeholder`, { placeholder }),
      })
    })

const templateSchema = <Kind extends ReplyTemplateKind>(kind: Kind) =>
  z.object({
    kind: z.literal(kind),
    name: singleLineTextSchema(100).min(1, localizableMessage('value.missing')),
    texts: perLanguageSchema(TemplateText(kind)).refine(
      (texts) => Object.values(texts).some((text) => text !== ''),
      localizableMessage('replyTemplate.text'),
    ),
  })

export const ReplyTemplate = z.object({
  id: Id,
  kind: z.enum(REPLY_TEMPLATE_KINDS),
  name: z.string(),
  texts: perLanguageSchema(z.string()),
})
export type ReplyTemplate = z.infer<typeof ReplyTemplate>

export const ListReplyTemplates = z.object({ kind: z.enum(REPLY_TEMPLATE_KINDS).exactOptional() })

export const CreateReplyTemplate = z.discriminatedUnion('kind', [templateSchema('response'), templateSchema('review')])
export type CreateReplyTemplate = z.infer<typeof CreateReplyTemplate>

const UPDATE_FIELDS = { id: Id, asRead: ReplyTemplate.pick({ name: true, texts: true }).exactOptional() }

export const UpdateReplyTemplate = z.discriminatedUnion('kind', [
  templateSchema('response').extend(UPDATE_FIELDS),
  templateSchema('review').extend(UPDATE_FIELDS),
])
export type UpdateReplyTemplate = z.infer<typeof UpdateReplyTemplate>
