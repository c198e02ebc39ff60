import { toPlainWords } from './plain-words'

/** What a column can mean. `property:<key>` is a property that the organization declared. */
export type ColumnTarget =
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'fullName'
  | 'phone'
  | 'title'
  | 'preferredLanguage'
  | 'location'
  | 'company'
  | 'tags'
  | 'unsubscribed'
  | 'subscribed'
  | 'unsubscribedAt'
  | 'suppressionReasons'
  | 'bounced'
  | 'survey'
  | 'score'
  | 'comment'
  | 'answeredAt'
  | 'answerId'
  | 'dedupeKey'
  | 'employee'
  | `property:${string}`
  | 'ignored'

/** Headings of real files in English and French, as plain words (`toPlainWords`), the usual ones first. */
const SYNONYMS = {
  email:
    'email | e mail | email address | e mail address | mail | mail address | person email | contact email | customer email | client email | respondent email | recipient email | user email | work email | business email | primary email | email 1 | e mail 1 value | e mail 1 | courriel | adresse email | adresse e mail | adresse mail | adresse courriel | adresse electronique | adresse de courriel | adresse de messagerie | e mail professionnel | email professionnel | mel | email client | email du client',
  firstName:
    'first name | firstname | given name | givenname | forename | first | fname | contact first name | customer first name | prenom | prenoms | prenom du client | prenom du contact | prenom client',
  lastName:
    'last name | lastname | surname | family name | last | lname | contact last name | customer last name | nom de famille | nom du contact | nom patronymique | nom d usage',
  fullName:
    'name | full name | fullname | contact name | customer name | client name | person name | display name | respondent name | contact | customer | nom complet | nom et prenom | nom prenom | prenom nom | prenom et nom | nom du client | nom client | client',
  phone:
    'phone | phone number | phone no | telephone | telephone number | tel | mobile | mobile phone | mobile number | mobile no | cell | cell phone | cellphone | person phone | contact phone | customer phone | phone 1 value | phone 1 | sms | telephone portable | telephone mobile | tel portable | tel mobile | portable | numero de telephone | numero de portable | numero de mobile | no de telephone | n de telephone | n tel | gsm | num tel | cellulaire',
  title:
    'title | job title | jobtitle | position | role | salutation | civilite | titre | fonction | poste | intitule du poste | intitule de poste',
  preferredLanguage:
    'language | preferred language | lang | locale | customer language | langue | langue preferee | langue de preference | langue de correspondance | langue de contact | langue du client',
  location:
    'location | location name | store | store name | branch | branch name | shop | outlet | site | restaurant | clinic | hotel | lieu | etablissement | magasin | nom du magasin | agence | boutique | succursale | point de vente | pdv | centre',
  company:
    'company | company name | organization | organisation | organization name | organization 1 name | account | account name | employer | business | business name | societe | nom de la societe | nom societe | entreprise | nom de l entreprise | raison sociale | organisme | compte',
  tags: 'tags | tag | labels | label | groups | group | group membership | segments | segment | lists | etiquettes | etiquette | libelles | libelle | groupes | groupe | mots cles | categories | categorie',
  unsubscribed:
    'unsubscribed | unsubscribe | opted out | opt out | optout | email opt out | has opted out of email | do not contact | do not email | subscription status | email marketing status | desabonne | desabonnement | desinscrit | desinscription | ne pas contacter | opposition | statut d abonnement | statut abonnement',
  subscribed: 'subscribed | is subscribed | abonne | abonnee | est abonne | est abonnee',
  unsubscribedAt:
    'unsubscribed at | unsubscribed on | unsubscribe date | unsubscribed date | unsubscribe time | date unsubscribed | opt out date | optout time | opted out at | date de desabonnement | date de desinscription | desabonne le | desinscrit le | date desabonnement | date desinscription',
  suppressionReasons:
    'do not contact reason | do not contact reasons | suppression reason | suppression reasons | motif de non contact | motifs de non contact',
  bounced:
    'bounced | bounce | hard bounce | hard bounced | bounced at | bounced on | bounce date | bounce status | bounce type | email bounced | invalid email | adresse invalide | email invalide | rejet | rejete | rebond | date de rejet',
  survey:
    'survey | survey name | survey title | survey type | questionnaire | form | form name | campaign | campaign name | enquete | nom de l enquete | sondage | nom du sondage | formulaire | campagne | type d enquete',
  score:
    'score | rating | nps | nps score | nps rating | csat | csat score | ces | ces score | satisfaction | satisfaction score | stars | star rating | answer score | survey score | likelihood to recommend | note | note nps | note sur 10 | note sur 5 | note attribuee | etoiles | notation | evaluation | score nps',
  comment:
    'comment | comments | feedback | verbatim | verbatims | open text | free text | remarks | remark | response text | customer comment | reason | message | review | commentaire | commentaires | commentaire client | remarque | remarques | avis | texte libre | pourquoi | raison | reponse ouverte',
  answeredAt:
    'answered at | answered on | responded at | responded on | response date | response time | date of response | answer date | submitted at | submitted on | submit date | submit date utc | submission date | date submitted | completed at | completed date | completion date | survey date | end date | date | timestamp | created at | date created | date de reponse | date reponse | repondu le | date de soumission | soumis le | date de l avis | date de fin | horodateur | date et heure | date d envoi de la reponse',
  answerId:
    'response id | respondent id | answer id | submission id | identifiant de la reponse | identifiant de reponse',
  employee:
    'employee | employee name | agent | agent name | staff | staff member | sales rep | salesperson | representative | advisor | served by | handled by | technician | owner | assigned to | employe | nom de l employe | collaborateur | conseiller | conseillere | vendeur | vendeuse | servi par | technicien | commercial | salarie | serveur | praticien',
} satisfies Partial<Record<ColumnTarget, string>>

const TARGET_BY_HEADING = new Map(
  Object.entries(SYNONYMS).flatMap(([target, headings]) =>
    headings.split(' | ').map((heading) => [heading, target as ColumnTarget] as const),
  ),
)

/** Parts of a longer heading (`Customer's e-mail (work)`, `Prénom du destinataire`) that say what it is, if the cells agree. */
const PARTS: readonly (readonly [RegExp, ColumnTarget])[] = [
  [/\b(?:e ?mail|courriel|adresse (?:mail|electronique))\b/, 'email'],
  [/\b(?:first name|given name|prenom)\b/, 'firstName'],
  [/\b(?:last name|surname|family name|nom de famille)\b/, 'lastName'],
  [/\b(?:mobile|phone|telephone|tel|portable|gsm)\b/, 'phone'],
  [/\b(?:how likely .*recommend|likely to recommend|recommand)/, 'score'],
  [/\b(?:satisfied|satisfaction|satisfait)/, 'score'],
  [/\b(?:langue|language)\b/, 'preferredLanguage'],
  [/\b(?:comment|why|reason|pourquoi|raison|improve|ameliorer)/, 'comment'],
]

/** The target of a heading: `isExact` if it is one of the usual headings, otherwise if it only contains a telling part. */
export function findHeadingTarget(heading: string): { target: ColumnTarget; isExact: boolean } | null {
  const words = toPlainWords(heading)
  const exact = TARGET_BY_HEADING.get(words) ?? TARGET_BY_HEADING.get(toPlainWords(heading.split(':').at(-1) ?? ''))
  if (exact !== undefined) return { target: exact, isExact: true }
  const part = PARTS.find(([pattern]) => pattern.test(words))
  return part ? { target: part[1], isExact: false } : null
}

/** French lists head the family name `Nom` beside `Prénom`; alone it is the whole name. */
export function readsAsBareNom(heading: string): boolean {
  return toPlainWords(heading) === 'nom'
}
