import { hashOf } from './hash.ts'

const lists = [
  'the of and to in is that it for was on are as with his they at be this have from or had by but what some we can out other were all there when up use your how said an each she which do their time if will way about many then them would like so these her him has more could no my than been who its now did get may you our not he i a',
  'der die das und ist in zu den mit von für auf ein eine nicht im dem sich auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über so zum war haben nur oder aber vor zur bis mehr durch man',
  'le la les de des et un une du en est que qui dans pour pas sur au par il plus ce ne se avec sont son sa ses ou mais nous vous cette été aux',
  'el los las y que en un una por con no para es al lo como más su pero sus le ya este sí porque esta entre cuando muy sin sobre también',
  'il di che è la per un in non una sono del da con si come le dei nel alla più gli anche della ma',
  'o a os as e de do da que em um uma para com não por mais dos se na no ao como mas foi',
  'de het een en van is dat op te in zijn met voor niet aan er om ook als dan maar bij of uit nog naar',
  'i w na z do się nie jest to że o jak ale po co tak za od przez',
  'и в не на я что он с как это по но из у за от же для так о',
]

let known: Set<number> | null = null

/** Hashes of the most common words in some European languages: running text has many, labels have few. */
export const stopWords = (): ReadonlySet<number> => {
  known ??= new Set(lists.flatMap((list) => list.split(' ').map(hashOf)))
  return known
}
