import type { ParsedPage } from '../../evidence/page.ts'
import { findSaidGone } from './said-gone.ts'
import { isBare, type Sign } from './walls.ts'

/**
 * What a page with little else on it says about the account, in the words that sites use. On a page that carries a real
 * profile these words may be the creator's own, so callers ask only when nothing else was read, or through `isBare`.
 */
export function findNotice(page: ParsedPage): Sign | null {
  if (!isBare(page)) return null
  const sentences = `${page.title}\n${page.text}`
    .slice(0, 2_000)
    .split(/\n|(?<=[.!?…。！？])\s*/u)
    .filter((sentence) => !OF_ONESELF.test(sentence) && !OF_ANOTHER.test(sentence))
  for (const { outcome, signal, words: notice } of NOTICES) {
    if (sentences.some((sentence) => notice.test(sentence))) return { outcome, signal }
  }
  if (GONE_TITLE.test(page.title.trim())) return { outcome: 'gone', signal: 'title_not_found' }
  const headings = page.text.length < LITTLE ? page.text.split('\n', FIRST_LINES) : []
  return headings.some((line) => GONE_HEADING.test(line.trim()))
    ? { outcome: 'gone', signal: 'heading_not_found' }
    : findSaidGone(page, sentences)
}

/** An entry gate that asks for age. The page behind it may be in the same document. That somebody is 21 is no question. */
export function findAgeGate(page: ParsedPage): Sign | null {
  const words = page.text.slice(0, 3_000)
  const asks = AGE_GATE.test(words) || (OWN_AGE.test(words) && OTHER_CHOICE.test(words))
  return asks ? { outcome: 'age_gate', signal: 'age_gate_words' } : null
}

const AGE_GATE =
  /(are you (over|at least|older than) (18|21)\b|(i am|i['’]m) (over|at least|older than) (18|21)\b|(i am|i['’]m) (18|21)( years)?( of age| old)? (or|and) (older|over|above)|(confirm|certify|declare|agree|swear) (that )?(i am|i['’]m) (over |at least )?(18|21)\b|you must be (over|at least|older than)? ?(18|21)\b|confirm your age|verify your age|age verification|bist du (über|mindestens) 18|(avez-vous|as-tu|j'ai) (plus de )?18 ans|¿?(eres|soy) mayor de (18|edad)|você tem (mais de )?18 anos|hai (più di )?18 anni)/i

/** On a button, beside another one. */
const OWN_AGE =
  /(^|\n)(yes,? ?)?(i am|i['’]m) (18|21)\+?( years)?( of age| old)?[.!]?($|\n| (no|leave|exit|under)\b)/i
const OTHER_CHOICE = /\b(enter|leave|exit|under (18|21)|not (yet )?(18|21))\b/i

const NOT_FOUND =
  '(page |profile |user |account )not found\\b.*|.{0,40}\\b(page|profile|user) not found|seite nicht gefunden|page (introuvable|non trouvée)|página no encontrada|página não encontrada|pagina non trovata|pagina niet gevonden|страница не найдена|ページが見つかりません|页面不存在|페이지를 찾을 수 없습니다'
const GONE_TITLE = new RegExp(
  `^(error )?(404\\b.*|not found\\b.*|${NOT_FOUND}|oops!?|nicht gefunden|no encontrad[ao])`,
  'i',
)
/** As a heading on the page: "404 followers" and "oops" are somebody's words there. */
const GONE_HEADING = new RegExp(
  `^(error )?(404( error)?$|404[ :–-]{1,3}(not found|${NOT_FOUND})|${NOT_FOUND})`,
  'i',
)
/** Letters of a page that has a heading and a sentence. */
const LITTLE = 300
const FIRST_LINES = 4

/** Sites say "this account" and "we": "my old account was suspended" is its owner's. */
const OF_ONESELF =
  /(?<![\p{L}\p{N}])(?:i|i['’](?:m|ve|d|ll)|me|my|mine|ich|mir|mich|mein\p{L}{0,2}|je|mon|ma|mes|moi|yo|mis?|eu|meus?|minhas?|io|mi[oae]|miei|ik|mijn|mij|ja|mój|moj[aeą]|mojego|я|меня|мне|мой|мо[яиёею]|моего|jag|min|mitt|mina)(?![\p{L}\p{N}])|(?<!\p{L})[jm]['’](?:ai|étais|e )|私|僕|俺|我|제 |내 /iu

/** Of an account that somebody had before, its owner speaks: "old account was deleted", "altes Konto wurde gesperrt". */
const OF_ANOTHER =
  /(?<!\p{L})(?:old|main|other|previous|first|last|backup|alte[srn]?|andere[srn]?|erste[srn]?|anterior|antigu[oa]|principal|viej[oa]|otr[oa]|antig[oa]|velh[oa]|outr[oa]|ancienn?e?|précédente?|autre|vecchi[oa]|altr[oa]|principale|precedente|oude|vorige|andere|star[eyaá][a-z]?|poprzedni[ea]?|główne|stary|vechi|vechiul|gamla|förra|gamle|vanha|régi|παλιός?|старый|старая|прошлый|основной|старий|старa|eski|ana|lama|cũ)(?!\p{L})|旧|前の|以前|旧的|原来|예전|본계/iu

const NOTICES: (Sign & { words: RegExp })[] = [
  {
    outcome: 'banned',
    signal: 'suspended_words',
    words:
      /((account|user|profile|page|channel) (has been|was|is) (permanently )?(suspended|banned|terminated|removed for violat\w+|disabled for violat\w+)|account suspended|(konto|profil) wurde gesperrt|(compte|profil) (a été )?(suspendu|banni)|cuenta (ha sido )?suspendida|conta (foi )?suspensa|account sospeso|аккаунт заблокирован|アカウントは凍結|账号已(被)?封禁)/i,
  },
  {
    outcome: 'private',
    signal: 'private_words',
    words:
      /(this (account|profile|page|user) is (set to )?private|private (account|profile)\b|dieses (konto|profil) ist privat|ce (compte|profil) est privé|esta (cuenta|perfil) es privad[ao]|esta conta é privada|questo (account|profilo) è privato|非公開アカウント)/i,
  },
  {
    outcome: 'gone',
    signal: 'page_not_available_marker',
    words:
      /(this (account|profile|user|page|channel) (has been|was|is) (deactivated|deleted|removed|closed)|this user (has )?(deleted|deactivated|closed) (their|his|her) (account|profile)|(this|the|that) (page|profile|account|user|content|link)( you (requested|are looking for|were looking for|'re looking for))? (isn['’]?t available|is not available|isn['’]?t here|could ?n['’o]t be found|no longer exists|does ?n['’]?o?t exist|was not found)|sorry, (we couldn['’]?t find|the requested page could not be found|this page isn['’]?t available)|(couldn['’]?t|can['’]?t) find (this|that|the) (page|account|user|profile)|diese seite (ist (leider )?nicht verfügbar|existiert nicht)|cette page n['’](est pas disponible|existe pas)|esta página no (está disponible|existe)|esta página não (está disponível|existe)|questa pagina non (è disponibile|esiste)|deze pagina is niet beschikbaar|страница (недоступна|не существует)|このページは(ご利用いただけません|存在しません)|页面不存在|이 페이지를 사용할 수 없습니다)/i,
  },
]
