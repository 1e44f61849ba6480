# A few core phrases of other languages, so that the plainest sentence is not missed. No claim beyond these lines.
[ideation]
voglio morire|uccidermi|suicidarmi|farla
(voglio|vorrei) togliermi|farla la|finita vita?
pensieri suicidi
non voglio piu vivere
ik wil dood|sterven
wil niet meer leven
zelfmoord plegen|gedachten
zelfmoordgedachten
jag vill|vil do|dö|dø|inte (leva|lange)?
vill|vil ta livet|livet av|mitt
ikke|inte leve|leva mer|lenger|langre|laengere
chce|chcialbym|chcialabym umrzec|zabic|sie (zabic)?
nie chce|chcę juz? zyc
mysli samobojcze
olmek|ölmek|kendimi istiyorum|oldurmek (istiyorum)?
yasamak istemiyorum
intihar etmek|etmeyi|dusunuyorum
хочу умереть|сдохнуть|убить
не хочу жить|больше
покончить с собой|жизнью
мысли о самоубийстве|суициде
хочу померти|вмерти
не хочу жити
أريد|اريد أن|ان? أموت|اموت|الموت|أنتحر|انتحر
أفكر|افكر في|بالانتحار الانتحار?
मरना चाहता|चाहती
मैं मरना चाहता
जीना नहीं चाहता|चाहती
आत्महत्या
marna chahta|chahti
jeena nahi chahta|chahti
gusto ko (nang|na)? mamatay
quiero|vull morir|morirme
死にたい|消えたい|自殺したい|想死|不想活了|我想死|我想自杀|자살하고|죽고
죽고 싶어|싶다|싶어요
