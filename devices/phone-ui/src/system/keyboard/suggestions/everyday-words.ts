/** Words of everyday English, roughly by how often people type them on a phone. */
export const EVERYDAY_WORDS: readonly string[] = `
the you to and I is it that of for in me my on be have this are do what so we your was not with can just but know at
all if get like going here there now good time how when will up out about see want need think one go back come today
tomorrow tonight morning yesterday week day night home work house school office meeting please thanks thank hello hi
hey yes no ok okay sure sorry great nice love happy really very much more some any other another again also because
before after then than them they their these those from into over under where which who why would could should might
must may been being had has did does done don't can't it's I'm I'll I've I'd you're you'll you've we're we'll that's
there's what's let's won't didn't doesn't isn't wasn't aren't couldn't wouldn't shouldn't he's she's he she him her
his our us an or as by off down only even still too soon later early late always never sometimes often maybe already
yet ever first last next new old big small long short right left best better well bad wrong easy hard fast slow open
close start stop call send message text email phone number address name photo picture video file link page app list
note question answer problem idea plan place people person friend friends family mom dad brother sister baby child
children kids man woman boy girl guys everyone someone something anything nothing everything somewhere anyone car
train bus flight ticket hotel room table food dinner lunch breakfast coffee tea water milk bread eggs cheese butter
sugar rice fruit apples bananas tomatoes onions potatoes chicken fish soup salad pizza buy sell pay price money card
bank order cost free cheap shop store market bring take give make made say said tell told ask asked let put keep
find found look looking looks feel feeling hope wish wait waiting leave leaving arrive arrived coming try trying use
using help talk speak read write watch listen play run walk drive eat drink sleep wake sit stand stay meet remember
forget forgot learn teach understand believe mean means change move turn show check finish finished ready busy tired
hungry sick sunny rain snow cold hot warm weather weekend birthday party holiday summer winter spring autumn Monday
Tuesday Wednesday Thursday Friday Saturday Sunday January February March April June July August September October
November December minute minutes hour hours month year years moment while until since during between without around
near far away together alone every each both few many most less least enough almost quite pretty probably perhaps
actually exactly definitely especially usually finally suddenly quickly welcome congratulations cheers goodbye bye
goodnight wonderful beautiful amazing awesome perfect interesting important different same possible impossible
difficult simple quiet loud clean dirty full empty light dark white black red green blue yellow color door window
garden street city country world life heart hand head eyes face music song book movie game team doctor hospital
medicine health appointment schedule calendar reminder password account document report project customer company
manager colleague interview contract invoice delivery package
`
  .trim()
  .split(/\s+/);
