/*
 * Words without topical meaning: function words, fillers and numbers. Stored without accents, as isStopWord compares them. Not
 * Snowball's list, because that lacks fillers and numbers.
 */

const ENGLISH = `
  a about above across actually after afterwards again against ago ain all almost along already also although always am among an and another
  any anybody anymore anyone anything anyway anywhere apart are aren around as aside ask asked at away
  back be became because become been before began behind being below beside besides between beyond both but by
  came can cannot certain certainly clearly come comes coming could couldn
  definitely did didn do does doesn doing done don down due during
  each either else elsewhere enough entirely especially etc even ever every everybody everyone everything everywhere exactly except
  far feel felt few finally for former found from fully further
  gave generally get gets getting give given gives giving go goes going gone got gotten
  had hadn happen happened happens hardly has hasn have haven having he hence her here hers herself him himself his how however
  if in indeed inside instead into is isn it its itself
  just keep kept kind kinda knew know known
  last lately later least less let lets like likely literally lot lots
  made mainly make makes making many matter may maybe me mean means meanwhile merely might mightn mine more moreover most mostly much must mustn my myself
  near nearly need needed needs neither never nevertheless next no nobody none nor not nothing now nowhere
  obviously of off often oh ok okay on once one ones only onto or other others otherwise ought our ours ourselves out outside over overall own
  particular per perhaps please plus possible possibly pretty probably put
  quite rather really regarding right
  said same saw suppose supposed guess believe say saying says see seem seemed seems seen several shall she should shouldn simply since so some somebody somehow someone
  something sometimes somewhat somewhere soon still such sure
  take taken takes taking tell than that the their theirs them themselves then there therefore these they thing things think this those though
  thought through throughout thus till to today together told too took totally toward towards tried truly try trying
  under unless unlike until up upon us use used uses using usually
  very via want wanted wants was wasn way ways we well went were weren what whatever when whenever where whereas wherever whether which while
  who whole whom whose why will with within without won would wouldn
  yes yesterday yet you your yours yourself yourselves
  bit couple half dozen dozens hundred hundreds thousand million first second third
  zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
  twenty thirty forty fourty fifty sixty seventy eighty ninety twice times`

const FRENCH = `
  a afin ai aie aient aies ailleurs ainsi ait alors apres as assez au aucun aucune aujourd aupres auquel aura aurait auraient auront aussi
  aussitot autant autour autre autrement autres aux auxquels avaient avais avait avant avec avez avoir avons ayant
  beaucoup bien bientot bon bref
  c ca car ce ceci cela celle celles celui cependant certain certaine certaines certains certes ces cet cette ceux chacun chacune chaque chez
  ci comme comment contre croire croyais
  d dans davantage de debut dedans dehors deja depuis dernier derniere derniers dernieres derriere des desormais dessous dessus devant devait
  devrait devraient dire dis dit dois doit doivent donc donner dont du durant
  elle elles en encore enfin ensuite entre environ est et etaient etais etait etant ete etes etre eu eue eut eux
  facon faire fais faisait fait faite faites falloir faudrait faut fin finalement fois font force fut
  grace hier hors hui ici il ils
  j jamais je jusqu jusque juste
  l la laquelle le lequel les lesquels leur leurs lors lorsque lui
  m ma maintenant mais malgre me meme memes merci mes mettre mien mienne mieux mis mise moi moins mon
  n ne neanmoins ni niveau non nos notamment notre nous nouveau nul
  on ont ou oui outre
  par parce parfois parmi part partout pas passe pendant personne peu peut peuvent peux plupart plus plusieurs plutot point pour pourquoi pourrait
  pourtant pouvait pouvez pouvoir presque prendre pres pris prise propos puis puisque
  qu quand quant que quel quelle quelles quels quelque quelques quelqu qui quoi quoique
  rien s sa sais sait sans sauf savoir se selon sera serai serait seront ses seul seule seulement si sien sienne sinon soi soit sommes son sont
  souvent suis suite sur surtout
  t ta tandis tant tel telle telles tellement tels tes tenir toi ton toujours tous tout toute toutefois toutes tres trop trouve trouver tu
  un une unes uns va vais vas vers veut veux via venir venu venue voici voila voir vois voit vont vos votre voulais voulait vouloir vous vraiment vu y
  aller alle allee chose choses besoin cas coup genre sorte peine cote
  demi demie dizaine douzaine vingtaine trentaine centaine cent cents mille premier premiere deuxieme troisieme second seconde
  zero deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante cinquante soixante
  septante octante huitante nonante`

const STOP_WORDS: Readonly<Record<'en' | 'fr', ReadonlySet<string>>> = { en: toSet(ENGLISH), fr: toSet(FRENCH) }

function toSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}

export function isStopWord(word: string, language: string): boolean {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '')
  return STOP_WORDS[language === 'fr' ? 'fr' : 'en'].has(plain)
}
