"""Molecules through Boost.Python, and texts that are none."""
#: needs rdkit numpy
from rdkit import Chem, RDLogger
from rdkit.Chem import AllChem, Descriptors, rdMolDescriptors

RDLogger.DisableLog("rdApp.*")
for number in range(150):
    molecule = Chem.MolFromSmiles("CC(=O)Oc1ccccc1C(=O)O")
    assert Chem.MolFromSmiles("not a molecule") is None
    names = [atom.GetSymbol() for atom in molecule.GetAtoms()]
    weight = Descriptors.MolWt(molecule)
    fingerprint = rdMolDescriptors.GetMorganFingerprintAsBitVect(molecule, 2, 256)
    matches = molecule.GetSubstructMatches(Chem.MolFromSmarts("C=O"))
    try:
        molecule.GetAtomWithIdx(100)
    except RuntimeError:
        pass
    try:
        Chem.MolToSmiles(None)
    except Exception as error:
        kind = type(error).__name__
    try:
        molecule.GetProp("missing")
    except KeyError:
        pass
    molecule.SetProp("name", "aspirin")
    fields = molecule.GetPropsAsDict()
print(len(names), round(weight, 2), len(matches), kind, fields["name"],
      fingerprint.GetNumOnBits())
