import type { ParsedPage } from '../../evidence/page.ts'
import type { Sign } from './walls.ts'

/**
 * What a page that says hardly anything else says of the account, made of the words of its language: a thing that sites have ("Konto", "perfil",
 * "аккаунт") and what became of it ("existiert nicht mehr", "fue eliminado", "не найден"), in either order, as a whole sentence.
 * `sentences` are the page's, without those that somebody says of themselves or of an account they had.
 */
export function findSaidGone({ text }: Pick<ParsedPage, 'text'>, sentences: readonly string[]): Sign | null {
  if (text.length > LETTERS_OF_A_NOTICE) return null
  const said = sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '')
  if (said.some((sentence) => BANNED.some((words) => words.test(sentence))))
    return { outcome: 'banned', signal: 'suspended_words' }
  return said.some((sentence) => GONE.some((words) => words.test(sentence)))
    ? { outcome: 'gone', signal: 'gone_words' }
    : null
}

/** A heading, a sentence, and a word of what to do now. */
const LETTERS_OF_A_NOTICE = 300

interface Words {
  thing: string
  gone: string
  banned: string
  /** Written without blanks. */
  isDense?: true
}

const WORDS: Record<string, Words> = {
  en: {
    thing: 'account|profile|page|user|channel|member',
    gone: "(?:does not|doesn['’]t|no longer|didn['’]t) exists?|(?:has been|was|is|were) (?:not found|deleted|removed|deactivated|closed|taken down)|(?:could not|couldn['’]t|cannot) be found|(?:is|are) no longer (?:available|active|here)|(?:has )?(?:deleted|deactivated|closed) (?:their|his|her) (?:account|profile|page)|(?:deleted|removed|deactivated|not found|unavailable)",
    banned:
      '(?:has been|was|is) (?:permanently |temporarily )?(?:suspended|banned|blocked|terminated)|suspended|banned',
  },
  de: {
    thing:
      'konto|benutzerkonto|nutzerkonto|account|profil|seite|nutzer(?:in)?|benutzer(?:in)?|kanal|mitglied',
    gone: '(?:existiert|gibt es)(?: leider)? nicht(?: mehr)?|(?:wurde|ist)(?: leider)? (?:nicht gefunden|gelöscht|entfernt|deaktiviert|geschlossen)(?: worden)?|(?:ist|sind)(?: leider)? nicht(?: mehr)? (?:verfügbar|vorhanden|erreichbar|auffindbar)|(?:konnte )?nicht gefunden(?: werden)?|gelöscht|gelöschtes',
    banned:
      '(?:wurde|ist) (?:dauerhaft |vorübergehend )?(?:gesperrt|gebannt)(?: worden)?|gesperrt|gesperrtes',
  },
  es: {
    thing: 'cuenta|perfil|página|usuari[oa]|canal',
    gone: '(?:ya )?no existe|(?:ha sido|fue|está) (?:eliminad|borrad|desactivad|cerrad|dad)[oa](?: de baja)?|(?:ya )?no (?:está|se encuentra) disponible|no (?:se )?(?:ha sido |pudo ser |ha podido ser )?encontr(?:ad[oa]|ó)|no (?:se )?(?:pudo|ha podido) encontrar(?:se)?|eliminad[oa]|borrad[oa]',
    banned:
      '(?:ha sido|fue|está) (?:permanentemente )?(?:suspendid|bloquead|banead)[oa]|suspendid[oa]|banead[oa]',
  },
  pt: {
    thing: 'conta|perfil|página|usuári[oa]|utilizador|canal',
    gone: '(?:já )?não existe(?: mais)?|(?:foi|está) (?:excluíd|apagad|removid|eliminad|desativad|encerrad)[oa]|não (?:está )?(?:mais )?disponível(?: mais)?|não (?:foi )?encontrad[oa]|excluíd[oa]|apagad[oa]',
    banned: '(?:foi|está) (?:permanentemente )?(?:suspens|banid|bloquead)[oa]|suspens[oa]|banid[oa]',
  },
  fr: {
    thing: 'compte|profil|page|utilisat(?:eur|rice)|chaîne|membre',
    gone: "n['’]existe (?:pas|plus)|(?:a été|est) (?:supprimée?|désactivée?|fermée?|retirée?|effacée?)|n['’]est (?:pas|plus) disponible|(?:est )?introuvable|n['’]a pas été trouvée?|non trouvée?|supprimée?",
    banned: '(?:a été|est) (?:définitivement )?(?:suspendue?|bannie?|bloquée?)|suspendue?|bannie?',
  },
  it: {
    thing: 'account|profilo|pagina|utente|canale',
    gone: 'non esiste(?: più)?|(?:è stat[oa]|è) (?:eliminat|cancellat|rimoss|disattivat|chius)[oa]|non è (?:più )?disponibile|non (?:è stat[oa] )?trovat[oa]|eliminat[oa]|cancellat[oa]',
    banned: '(?:è stat[oa]|è) (?:sospes|bannat|bloccat)[oa]|sospes[oa]|bannat[oa]',
  },
  nl: {
    thing: 'account|profiel|pagina|gebruiker|kanaal',
    gone: 'bestaat (?:helaas )?niet(?: meer)?|(?:is|werd) (?:niet gevonden|verwijderd|gedeactiveerd|gesloten|opgeheven)|is niet (?:meer )?(?:beschikbaar|te vinden)|(?:kon )?niet (?:worden )?gevonden(?: worden)?|verwijderd',
    banned: '(?:is|werd) (?:permanent )?(?:geblokkeerd|geschorst|verbannen)|geblokkeerd|geschorst',
  },
  pl: {
    thing: 'konto|profil|strona|użytkownik|kanał',
    gone: '(?:już )?nie istnieje|został[oa]? (?:usunięt|dezaktywowan|zamknięt)[yoa]|(?:jest )?(?:już )?niedostępn[yea]|nie został[oa]? znalezion[yoa]|nie znaleziono|usunięt[yoe]',
    banned: 'został[oa]? (?:trwale )?(?:zablokowan|zawieszon|zbanowan)[yoa]|zablokowan[yoe]|zawieszon[yoe]',
  },
  cs: {
    thing: 'účet|profil|stránka|uživatel|kanál',
    gone: '(?:již |už )?neexistuje|byla? (?:smazán|odstraněn|deaktivován|zrušen)a?|není (?:již |už )?(?:k dispozici|dostupn[ýáé])|(?:nebyla? )?nalezena?|nenalezena?',
    banned: 'byla? (?:trvale )?(?:zablokován|pozastaven)a?',
  },
  ro: {
    thing: 'contul|profilul|pagina|utilizatorul|cont|profil',
    gone: '(?:nu )(?:mai )?există|a fost (?:șters|ștearsă|eliminată?|dezactivată?|închisă?)|nu (?:mai )?este disponibilă?|nu a fost găsită?|negăsită?',
    banned: 'a fost (?:suspendată?|blocată?|interzisă?)|suspendat',
  },
  sv: {
    thing: 'kontot?|profilen?|sidan?|användaren?|kanalen?',
    gone: '(?:finns|existerar) (?:inte|ej)(?: längre)?|(?:har )?(?:tagits bort|raderats|stängts)|är (?:inte (?:längre )?tillgängligt?|raderat|borttagen|borttaget)|(?:kunde )?(?:inte|ej) hittas?|hittades inte',
    banned: '(?:har )?(?:stängts av|spärrats|blockerats)|(?:är )?(?:avstängt?|spärrat)',
  },
  da: {
    thing: 'kontoen|profilen|siden|brugeren|konto|profil|side|bruger(?:en)?',
    gone: '(?:findes|eksisterer|finnes) (?:ikke|ikkje)(?: længere| lenger)?|(?:er|ble|blev) (?:slettet|fjernet|lukket|deaktivert|deaktiveret)|er ikke (?:længere |lenger )?tilgjengelig|(?:blev |ble )?ikke funde[tn]',
    banned: '(?:er|blev|ble) (?:permanent )?(?:suspenderet|suspendert|blokeret|utestengt|udelukket)',
  },
  fi: {
    thing: 'tili(?:ä)?|profiili(?:a)?|sivu(?:a)?|käyttäjä(?:ä)?|kanava(?:a)?',
    gone: 'ei (?:enää )?(?:ole(?: enää)?(?: olemassa| saatavilla| käytettävissä)|löydy|löytynyt)|(?:on )?(?:poistettu|suljettu)',
    banned: '(?:on )?(?:jäädytetty|estetty|hyllytetty)',
  },
  hu: {
    thing: 'fiók|profil|oldal|felhasználó|csatorna',
    gone: '(?:már )?nem (?:létezik|található|elérhető)|(?:törölték|törölve lett|megszűnt|eltávolították)',
    banned: '(?:felfüggesztették|letiltották|kitiltották)|felfüggesztve',
  },
  el: {
    thing: 'λογαριασμός|προφίλ|σελίδα|χρήστης|κανάλι',
    gone: 'δεν (?:υπάρχει|βρέθηκε|είναι (?:πλέον )?διαθέσιμ[οηες]ς?)(?: πια| πλέον)?|(?:έχει )?(?:διαγραφεί|διαγράφηκε|απενεργοποιηθεί)',
    banned: '(?:έχει )?(?:ανασταλεί|αποκλειστεί)',
  },
  ru: {
    thing: 'аккаунт|профиль|страница|пользователь|канал|учётная запись|учетная запись',
    gone: '(?:больше )?не (?:существует|найден[ао]?)|(?:был[ао]? )?(?:удал[её]н[ао]?|деактивирован[ао]?|закрыт[ао]?)|(?:больше )?недоступ(?:ен|на|но)',
    banned: '(?:был[ао]? )?(?:навсегда )?(?:заблокирован[ао]?|забанен[ао]?)',
  },
  uk: {
    thing: 'акаунт|обліковий запис|профіль|сторінк[ау]|користувача?|канал',
    gone: '(?:більше )?не (?:існує|знайден[аоий]?|знайдено)|(?:було |була |був )?(?:видален[аоий]?|видалено|деактивовано)|(?:більше )?недоступн(?:ий|а|е)',
    banned: '(?:було |була |був )?заблокован(?:о|ий|а)',
  },
  tr: {
    thing: 'hesap|hesabı|profil|profili|sayfa|kullanıcı|kanal',
    gone: '(?:artık )?(?:mevcut değil|bulunamadı|yok|bulunmuyor)|(?:silindi|silinmiş|kapatıldı|kaldırıldı)',
    banned: '(?:askıya alındı|yasaklandı|engellendi)',
  },
  id: {
    thing: 'akun|profil|halaman|pengguna',
    gone: '(?:ini )?(?:sudah )?tidak (?:ada|ditemukan|tersedia)(?: lagi)?|(?:telah |sudah )?dihapus',
    banned: '(?:telah )?(?:ditangguhkan|diblokir)',
  },
  vi: {
    thing: 'tài khoản|hồ sơ|trang|người dùng',
    gone: '(?:này )?(?:không (?:tồn tại|tìm thấy|có sẵn|khả dụng)|đã bị xóa|đã bị gỡ)',
    banned: '(?:này )?(?:đã )?bị (?:khóa|cấm|đình chỉ)',
  },
  ja: {
    isDense: true,
    thing: 'アカウント|プロフィール|ページ|ユーザー|チャンネル',
    gone: '(?:存在しません|見つかりません(?:でした)?|削除されました|削除されています|閲覧できません|ご利用いただけません)',
    banned: '(?:凍結|停止)されています',
  },
  zh: {
    isDense: true,
    thing: '账号|帐号|账户|帳號|帳戶|用户|用戶|主页|主頁|页面|頁面',
    gone: '(?:已经?)?(?:不存在|被?删除|被?刪除|已?注销|已?註銷|无法找到|找不到)|未找到',
    banned: '(?:已经?)?被?(?:封禁|停用|冻结|凍結)',
  },
  ko: {
    isDense: true,
    thing: '계정|프로필|페이지|사용자|채널',
    gone: '(?:존재하지 않(?:는|습니다)|찾을 수 없|삭제(?:되었|된)|사용할 수 없)',
    banned: '(?:정지(?:되었|된)|차단(?:되었|된))',
  },
  ar: {
    thing: 'الحساب|حساب|الملف الشخصي|الصفحة|صفحة|المستخدم',
    gone: '(?:غير (?:موجودة?|متاحة?|متوفرة?)|لم يعد موجودا?|تم (?:حذف|إغلاق)(?:ه|ها)?|لا يوجد|محذوفة?)',
    banned: '(?:تم )?(?:حظر|تعليق|إيقاف)(?:ه|ها)?',
  },
  he: {
    thing: 'החשבון|חשבון|הפרופיל|פרופיל|הדף|המשתמש',
    gone: '(?:לא (?:קיים|נמצא|זמין)(?:ת)?(?: יותר)?|אינו (?:קיים|זמין)|נמחק(?:ה)?|הוסר(?:ה)?)',
    banned: '(?:הושעה|נחסם|נחסמה)',
  },
  hi: {
    thing: 'खाता|अकाउंट|प्रोफ़ाइल|प्रोफाइल|पेज|पृष्ठ|उपयोगकर्ता',
    gone: '(?:मौजूद नहीं है|नहीं मिला|नहीं मिली|उपलब्ध नहीं है|हटा दिया गया है|हटा दी गई है)',
    banned: '(?:निलंबित|प्रतिबंधित|ब्लॉक) (?:कर दिया गया है|है)',
  },
  th: {
    isDense: true,
    thing: 'บัญชี|โปรไฟล์|หน้านี้|ผู้ใช้',
    gone: '(?:ไม่มีอยู่|ไม่พบ|ถูกลบ|ไม่สามารถใช้งานได้)',
    banned: '(?:ถูกระงับ|ถูกแบน)',
  },
}

const GONE = Object.values(WORDS).map((words) => sentenceOf(words, words.gone))
const BANNED = Object.values(WORDS).map((words) => sentenceOf(words, words.banned))

/** Whose or which it is, or a word of regret, may stand around them: "Sorry, the profile @nora no longer exists here". */
function sentenceOf({ thing, isDense }: Words, state: string): RegExp {
  if (isDense)
    return new RegExp(
      `^.{0,12}(?:(?:${thing}).{0,12}(?:${state})|(?:${state}).{0,6}(?:${thing})).{0,8}[.。!！]?$`,
      'iu',
    )
  const asides = (most: number) => `(?:[^\\s.!?]+ ){0,${most}}?`
  const [things, states] = [`(?:${thing})`, `(?:${state})`]
  return new RegExp(
    `^${asides(4)}(?:${things} ${asides(2)}${states}|${states} ${asides(2)}${things})(?: [^\\s.!?]+){0,2}[.!]{0,3}$`,
    'iu',
  )
}
