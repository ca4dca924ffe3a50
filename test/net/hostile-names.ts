/** What a hostile name server answers. Everything else under these tests is public. */
const ANSWERS: Record<string, string[]> = {
  'localtest.me': ['127.0.0.1', '::1'],
  'localh.st': ['127.0.0.1'],
  '127.0.0.1.nip.io': ['127.0.0.1'],
  'company.127.0.0.1.nip.io': ['127.0.0.1'],
  '7f000001.nip.io': ['127.0.0.1'],
  '169-254-169-254.sslip.io': ['169.254.169.254'],
  '169.254.169.254.nip.io': ['169.254.169.254'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'nat64.test': ['64:ff9b::a9fe:a9fe'],
  'sixtofour.test': ['2002:7f00:1::'],
  'compat.test': ['::7f00:1'],
  'ula.test': ['fd00:ec2::254'],
  'multi.test': ['93.184.216.34', '127.0.0.1'],
  'multi6.test': ['93.184.216.34', '::1'],
  'cname.test': ['169.254.169.254'],
  'zero.test': ['0.0.0.0'],
  'rebind.test': ['127.0.0.1'],
  'rebind2.test': ['169.254.169.254'],
  'wireserver.test': ['168.63.129.16'],
  'public6.test': ['2606:4700:4700::1111'],
}

/** Looks names up where they lead to wherever it hurts. */
export async function answerHostile(host: string): Promise<string[]> {
  return ANSWERS[host] ?? ['93.184.216.34']
}
